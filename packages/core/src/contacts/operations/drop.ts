import { Effect } from "effect"
import { accessOf } from "../../contract/endpoint.ts"
import * as endpoints from "../../contract/endpoints/contacts.ts"
import type { Caller } from "../../foundation/access/caller.ts"
import { permitToken } from "../../foundation/access/permit.ts"
import { permitTexts } from "../../foundation/errors/permit-texts.ts"
import { BadRequest } from "../../foundation/errors/refusals.ts"
import { ownedPage } from "../../profiles/steps.ts"
import { step } from "../../foundation/step.ts"
import { read, transact, Tx } from "../../foundation/unit-of-work.ts"
import type { IdentifierRef } from "../../identifiers/identifier.ts"
import { pointedAtBy } from "../../identifiers/steps.ts"
import { holderOf } from "../../memberships/steps/holder.ts"
import {
  dropTarget,
  type Given,
  givenTo,
  hasRoom,
  permitOnePerson,
  typedBy,
} from "../contact-rules.ts"
import type { DropContactInput } from "../inputs.ts"
import { countArrival, countSent } from "../prepare-drop.ts"
import { lockBoth, newContact, writeWithVisit } from "../steps.ts"

/** What a drop answers. It is the same whoever was meant and whatever became of it. */
export interface DroppedContact {
  /** When the drop was taken. */
  readonly at: Date
}

/**
 * Leaves the caller as a contact with another person. The answer is the same when the identifier
 * points at nobody, the person accepts no drops, has saved the caller already, or has had too many.
 * `RateLimited` when the caller has dropped too many in the last hour, with whomever.
 */
export const drop = step(function* (caller: Caller, input: DropContactInput) {
  yield* Effect.fromResult(permitToken(accessOf(endpoints.drop), caller))
  const { name, jobTitle, company, notes } = input
  yield* Effect.fromResult(
    permitTexts({ line: { name, position: jobTitle, company }, prose: { notes } }),
  )
  const profilePageUuid = input.profilePageUuid ?? undefined
  yield* Effect.fromResult(permitOnePerson({ ...input, profilePageUuid }))
  const typed = typedBy(input)
  const senderUuid = yield* holderOf(caller, input)
  const given: Given =
    typed === undefined
      ? yield* accountOf(senderUuid, profilePageUuid)
      : yield* Effect.fromResult(typed)
  yield* countSent(senderUuid)
  const { receiverUuid, isNew } = yield* read(function* () {
    const found = yield* receiverOf(senderUuid, input.identifier)
    if (found === undefined) return { receiverUuid: undefined, isNew: false }
    const target = yield* targetOf({ senderUuid, receiverUuid: found }, given)
    return { receiverUuid: found, isNew: target.kind === "new" && target.instead === undefined }
  })
  const hasRoomFor = yield* countArrival(senderUuid, isNew ? receiverUuid : undefined)
  const mayAdd = isNew && hasRoomFor
  return yield* transact(function* (_tx, now) {
    const answer: DroppedContact = { at: now }
    if (receiverUuid === undefined) return answer
    yield* deliver({ senderUuid, receiverUuid, mayAdd }, given, input, now)
    return answer
  })
})

/** The sender's account, with the page that they show. It must be one of their own. */
const accountOf = step(function* (userUuid: string, profilePageUuid: string | undefined) {
  const given: Given = { kind: "user", userUuid, profilePageUuid }
  if (profilePageUuid === undefined) return given
  const page = yield* read(function* () {
    return yield* ownedPage(userUuid, profilePageUuid)
  })
  if (page === undefined)
    return yield* new BadRequest({
      field: "profile_page_uuid",
      reason: "You have no such profile page.",
    })
  return given
})

/** The person who receives a drop; undefined for nobody, and for the sender. */
const receiverOf = step(function* (senderUuid: string, identifier: IdentifierRef) {
  const tx = yield* Tx
  const found = yield* pointedAtBy(identifier)
  if (found?.kind !== "user" || found.userUuid === senderUuid) return undefined
  const user = yield* tx.users.find(found.userUuid)
  return user === undefined || user.deletedAt !== undefined || user.dropsRefusedSince !== undefined
    ? undefined
    : user.uuid
})

interface Ends {
  readonly senderUuid: string
  readonly receiverUuid: string
}

/** What a drop becomes in the list of its receiver. */
const targetOf = step(function* ({ senderUuid, receiverUuid }: Ends, given: Given) {
  const tx = yield* Tx
  const present =
    given.kind === "user"
      ? yield* tx.contacts.ofUser(receiverUuid, given.userUuid)
      : yield* tx.contacts.ofEmail(receiverUuid, given.email)
  const own =
    given.kind === "user" ? undefined : yield* tx.contacts.ofSender(receiverUuid, senderUuid)
  return dropTarget(given, present, own?.contactUserUuid === undefined ? own : undefined)
})

const deliver = step(function* (
  { senderUuid, receiverUuid, mayAdd }: Ends & { readonly mayAdd: boolean },
  given: Given,
  { jobTitle, company, notes }: DropContactInput,
  now: Date,
) {
  const tx = yield* Tx
  if (!(yield* lockBoth(senderUuid, receiverUuid))) return
  const target = yield* targetOf({ senderUuid, receiverUuid }, given)
  if (target.kind === "nothing") return
  if (target.kind === "new" && target.instead === undefined && !mayAdd) return
  if (given.kind === "typed") yield* apartFromAccount({ senderUuid, receiverUuid })
  const fresh = {
    ...(yield* newContact(receiverUuid, now)),
    droppedByUserUuid: given.kind === "typed" ? senderUuid : undefined,
  }
  const contact =
    target.kind === "new"
      ? fresh
      : ((yield* tx.contacts.lock(receiverUuid, target.contact.uuid)) ?? fresh)
  if (!hasRoom(contact)) return
  if (target.kind === "new" && target.instead !== undefined)
    yield* tx.contacts.remove(receiverUuid, target.instead.uuid)
  // The app is the sender's own business: what is shown is what the sender gave.
  const encounter = {
    visitedAt: now,
    notes,
    sessionUuid: undefined,
    activityUuid: undefined,
    viaClientId: undefined,
  }
  yield* writeWithVisit(givenTo(contact, given, { jobTitle, company }), encounter, now)
})

/**
 * A drop by account is its sender's by the account alone. Rows of earlier versions name the sender
 * again, in the place of a drop under a name.
 */
const apartFromAccount = step(function* ({ senderUuid, receiverUuid }: Ends) {
  const tx = yield* Tx
  const own = yield* tx.contacts.ofSender(receiverUuid, senderUuid)
  if (own?.contactUserUuid !== undefined)
    yield* tx.contacts.change({ ...own, droppedByUserUuid: undefined })
})
