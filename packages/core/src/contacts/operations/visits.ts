import { Effect } from "effect"
import { accessOf } from "../../contract/endpoint.ts"
import * as endpoints from "../../contract/endpoints/contacts.ts"
import type { Caller } from "../../foundation/access/caller.ts"
import { permitToken } from "../../foundation/access/permit.ts"
import { permitTexts } from "../../foundation/errors/permit-texts.ts"
import { NotFound } from "../../foundation/errors/refusals.ts"
import { patched } from "../../foundation/kernel/patched.ts"
import { step } from "../../foundation/step.ts"
import { transact, Tx } from "../../foundation/unit-of-work.ts"
import { holderOf } from "../../memberships/steps/holder.ts"
import { permitVisitedAt } from "../contact-rules.ts"
import type { ContactVisitInput, UpdateContactVisitInput } from "../inputs.ts"
import { lockedContact, lockOwner, recountVisits, visitViewsOf } from "../steps.ts"

/** Changes the note or the time of an encounter with one of the caller's contacts. */
export const updateVisit = step(function* (caller: Caller, input: UpdateContactVisitInput) {
  yield* Effect.fromResult(permitToken(accessOf(endpoints.updateVisit), caller))
  yield* Effect.fromResult(permitTexts({ prose: { notes: input.notes } }))
  const ownerUserUuid = yield* holderOf(caller, input)
  return yield* transact(function* (tx, now) {
    yield* Effect.fromResult(permitVisitedAt(input.visitedAt, now))
    const { contact, visit } = yield* lockedVisit(ownerUserUuid, input)
    const changed = {
      ...visit,
      notes: patched(visit.notes, input.notes),
      visitedAt: input.visitedAt ?? visit.visitedAt,
    }
    yield* tx.contacts.changeVisit(changed)
    yield* recountVisits(contact, now)
    const [view] = yield* visitViewsOf([changed])
    if (view === undefined) throw new Error("Each encounter has a view.")
    return view
  })
})

/** Deletes an encounter with one of the caller's contacts. The contact stays, without any too. */
export const deleteVisit = step(function* (caller: Caller, input: ContactVisitInput) {
  yield* Effect.fromResult(permitToken(accessOf(endpoints.deleteVisit), caller))
  const ownerUserUuid = yield* holderOf(caller, input)
  return yield* transact(function* (tx, now) {
    const { contact, visit } = yield* lockedVisit(ownerUserUuid, input)
    yield* tx.contacts.removeVisit(contact.uuid, visit.uuid)
    yield* recountVisits(contact, now)
    return visit
  })
})

const lockedVisit = step(function* (
  ownerUserUuid: string,
  input: Pick<ContactVisitInput, "contact" | "visit">,
) {
  const tx = yield* Tx
  yield* lockOwner(ownerUserUuid)
  const contact = yield* lockedContact(ownerUserUuid, input.contact)
  const visits = yield* tx.contacts.visits(contact.uuid)
  const visit = visits.find(({ uuid }) => uuid === input.visit)
  return { contact, visit: visit ?? (yield* new NotFound({ what: "encounter" })) }
})
