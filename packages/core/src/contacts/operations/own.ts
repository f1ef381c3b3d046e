import { Effect } from "effect"
import { accessOf } from "../../contract/endpoint.ts"
import * as endpoints from "../../contract/endpoints/contacts.ts"
import type { Caller } from "../../foundation/access/caller.ts"
import { permitToken } from "../../foundation/access/permit.ts"
import { permitTexts } from "../../foundation/errors/permit-texts.ts"
import type { Page } from "../../foundation/kernel/page.ts"
import { wordsOf } from "../../foundation/kernel/search-words.ts"
import { step } from "../../foundation/step.ts"
import { listing } from "../../foundation/listing.ts"
import { read, transact, Tx } from "../../foundation/unit-of-work.ts"
import { holderOf } from "../../memberships/steps/holder.ts"
import type { ContactView } from "../contact-view.ts"
import type { ContactInput, ListContactsInput, UpdateContactInput } from "../inputs.ts"
import { contactViewsOf, contactWithVisits, lockedContact, lockOwner, noContact } from "../steps.ts"

/** Lists the caller's contacts, without their encounters. */
export const list = listing(function* (caller: Caller, input: ListContactsInput) {
  yield* Effect.fromResult(permitToken(accessOf(endpoints.listContacts), caller))
  const ownerUserUuid = yield* holderOf(caller, input)
  const search = input.search === undefined ? undefined : wordsOf(input.search)
  const { activityUuid, type, visitedAfter } = input
  return yield* read(function* (tx, now) {
    const of = {
      ownerUserUuid,
      at: now,
      ...(type === undefined ? {} : { type }),
      ...(activityUuid === undefined ? {} : { activityUuid }),
      ...(visitedAfter === undefined ? {} : { visitedAfter }),
      ...(search === undefined ? {} : { search }),
    }
    const found =
      search?.length !== 0 && (yield* isThere(activityUuid))
        ? yield* tx.contacts.list(of, input.page)
        : nothing
    const contacts: Page<ContactView> = { ...found, items: yield* contactViewsOf(found.items, now) }
    return contacts
  })
})

/** The page of a search that has no letter and no digit to look for. */
const nothing = { items: [], totalItems: 0 } as const

/** Whether an activity can be asked for. Encounters at one that is gone show no session either. */
const isThere = step(function* (activityUuid: string | undefined) {
  if (activityUuid === undefined) return true
  const tx = yield* Tx
  const [activity] = yield* tx.activities.findAll([activityUuid])
  if (activity === undefined) return false
  return (yield* tx.organizations.findAll([activity.organizationUuid])).length > 0
})

/** Returns one of the caller's contacts with all encounters. `NotFound` for every other contact. */
export const get = step(function* (caller: Caller, input: ContactInput) {
  yield* Effect.fromResult(permitToken(accessOf(endpoints.getContact), caller))
  const ownerUserUuid = yield* holderOf(caller, input)
  return yield* read(function* (tx, now) {
    const contact = yield* tx.contacts.find(ownerUserUuid, input.contact)
    return yield* contactWithVisits(contact ?? (yield* noContact()), now)
  })
})

/** Sets the standing note of one of the caller's contacts. */
export const update = step(function* (caller: Caller, input: UpdateContactInput) {
  yield* Effect.fromResult(permitToken(accessOf(endpoints.updateContact), caller))
  yield* Effect.fromResult(permitTexts({ prose: { notes: input.notes } }))
  const ownerUserUuid = yield* holderOf(caller, input)
  return yield* transact(function* (tx, now) {
    yield* lockOwner(ownerUserUuid)
    const before = yield* lockedContact(ownerUserUuid, input.contact)
    const contact = { ...before, notes: input.notes ?? undefined, updatedAt: now }
    yield* tx.contacts.change(contact)
    return yield* contactWithVisits(contact, now)
  })
})

const deleteContact = step(function* (caller: Caller, input: ContactInput) {
  yield* Effect.fromResult(permitToken(accessOf(endpoints.deleteContact), caller))
  const ownerUserUuid = yield* holderOf(caller, input)
  return yield* transact(function* (tx) {
    yield* lockOwner(ownerUserUuid)
    const contact = yield* lockedContact(ownerUserUuid, input.contact)
    yield* tx.contacts.remove(ownerUserUuid, contact.uuid)
    return contact
  })
})
export {
  /** Deletes one of the caller's contacts with its encounters. Saved again, it is a new one. */
  deleteContact as delete,
}
