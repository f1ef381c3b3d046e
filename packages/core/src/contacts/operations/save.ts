import { Effect } from "effect"
import { isEnabled } from "../../accounts/user.ts"
import { accessOf } from "../../contract/endpoint.ts"
import * as endpoints from "../../contract/endpoints/contacts.ts"
import { getSession } from "../../contract/endpoints/sessions.ts"
import type { Caller } from "../../foundation/access/caller.ts"
import { permitToken } from "../../foundation/access/permit.ts"
import { permitTexts } from "../../foundation/errors/permit-texts.ts"
import { BadRequest, IdentifierUnresolved, NotFound } from "../../foundation/errors/refusals.ts"
import { step } from "../../foundation/step.ts"
import { orAbsent, transact, Tx } from "../../foundation/unit-of-work.ts"
import type { IdentifierRef } from "../../identifiers/identifier.ts"
import { namedUser, resolve } from "../../identifiers/steps.ts"
import { holderOf } from "../../memberships/steps/holder.ts"
import { lockedAmong } from "../../profiles/steps.ts"
import type { Happening } from "../../rewards/triggers/happening.ts"
import { noteHappenings } from "../../rewards/triggers/steps.ts"
import type { Session } from "../../sessions/session.ts"
import { sessionFor } from "../../sessions/steps.ts"
import type { Contact } from "../contact.ts"
import {
  isRepeated,
  type Meant,
  meantBy,
  permitVisit,
  permitVisitedAt,
  savedAgain,
} from "../contact-rules.ts"
import type { SavedContact } from "../contact-view.ts"
import type { SaveContactInput } from "../inputs.ts"
import {
  contactWithVisits,
  lockBoth,
  lockedContact,
  lockOwner,
  newContact,
  writeWithVisit,
} from "../steps.ts"

/**
 * Saves a contact for the caller and records the encounter. A contact that the caller has already
 * gets the encounter; a dropped one is saved from then on. The same request within a minute changes
 * nothing and has the same answer. Refuses an identifier that does not point at a registered person.
 */
export const save = step(function* (caller: Caller, input: SaveContactInput) {
  yield* Effect.fromResult(permitToken(accessOf(endpoints.save), caller))
  const { name, jobTitle, company, notes } = input
  yield* Effect.fromResult(
    permitTexts({ line: { name, position: jobTitle, company }, prose: { notes } }),
  )
  const meant = yield* Effect.fromResult(meantBy(input))
  const ownerUserUuid = yield* holderOf(caller, input)
  return yield* transact(function* (tx, now) {
    yield* Effect.fromResult(permitVisitedAt(input.visitedAt, now))
    const session = yield* sessionOfVisit(caller, input.activitySessionUuid)
    const { userUuid, profilePageUuid } = yield* personMeant(ownerUserUuid, meant, now)
    const present = yield* presentContact(ownerUserUuid, meant, userUuid)
    const known = present ?? {
      ...(yield* newContact(ownerUserUuid, now)),
      contactUserUuid: userUuid,
    }
    const contact = { ...known, profilePageUuid: profilePageUuid ?? known.profilePageUuid }
    const typed = meant.kind === "typed" ? { name: meant.name, email: meant.email } : undefined
    const visit = {
      visitedAt: input.visitedAt ?? now,
      notes,
      sessionUuid: session?.uuid,
      activityUuid: session?.activityUuid,
      viaClientId: caller.kind === "host" ? undefined : caller.clientId,
    }
    const visits = present === undefined ? [] : yield* tx.contacts.visits(contact.uuid)
    yield* Effect.fromResult(permitVisit(contact, visits, visit))
    const again = savedAgain(contact, typed, { jobTitle, company }, now)
    const isReplayed = present !== undefined && isRepeated(present, again, visits, visit)
    const saved = present === undefined ? { ...again, updatedAt: undefined } : again
    const written = isReplayed ? present : yield* writeWithVisit(saved, visit, now)
    // Nobody has met at a session that has not begun.
    if (session !== undefined && session.startTime <= now)
      yield* noteHappenings(metAt(session, saved), now)
    const answer: SavedContact = { ...(yield* contactWithVisits(written, now)), isReplayed }
    return answer
  })
})

/**
 * That somebody saved a person with an account at a session of an organization, for triggers of
 * rewards. A contact that was typed in may be nobody.
 */
const metAt = (
  { uuid, organizationUuid, activityUuid }: Session,
  { uuid: contactUuid, ownerUserUuid, contactUserUuid }: Contact,
): readonly Happening[] =>
  contactUserUuid === undefined
    ? []
    : [
        {
          event: "contact.saved",
          organizationUuid,
          id: `contact:${contactUuid}`,
          subject: { userUuid: ownerUserUuid, walletAddress: undefined },
          facts: {
            session_uuid: uuid,
            ...(activityUuid === undefined ? {} : { activity_uuid: activityUuid }),
          },
        },
      ]

/** The session that the caller names, if they may read it; else it reads as absent. */
const sessionOfVisit = step(function* (caller: Caller, session: string | undefined) {
  if (session === undefined) return undefined
  const found = yield* orAbsent(
    sessionFor(caller, getSession.access, session),
    () => new NotFound({ what: "session" }),
  )
  return found.session
})

/** A user, and the page of theirs that was shown or that a link opens. */
interface PersonHere {
  readonly userUuid?: string | undefined
  readonly profilePageUuid?: string | undefined
}
const nobodyHere: PersonHere = {}

/**
 * Locks the owner, and the registered person who is meant; nobody for a person without an
 * account.
 */
const personMeant = step(function* (ownerUserUuid: string, meant: Meant, now: Date) {
  if (meant.kind === "typed") {
    yield* lockOwner(ownerUserUuid)
    return nobodyHere
  }
  const field = meant.identifier === undefined ? "profile_page_uuid" : "identifier"
  const { userUuid, profilePageUuid } = yield* pointedAt(ownerUserUuid, meant, now)
  if (userUuid === undefined) return yield* new IdentifierUnresolved({ field })
  if (userUuid === ownerUserUuid)
    return yield* new BadRequest({ field, reason: "You cannot save yourself as a contact." })
  const isThere = (yield* lockBoth(ownerUserUuid, userUuid)) && (yield* isSeen(userUuid))
  if (!isThere) return yield* new IdentifierUnresolved({ field })
  return { userUuid, profilePageUuid }
})

/** Whether others see a user: the account of one who is disabled reads as an unknown one. */
const isSeen = step(function* (userUuid: string) {
  const tx = yield* Tx
  const user = yield* tx.users.find(userUuid)
  return user !== undefined && isEnabled(user)
})

/** The user behind an identifier, a profile page, or both where they agree. */
const pointedAt = step(function* (
  ownerUserUuid: string,
  { identifier, profilePageUuid }: Extract<Meant, { readonly kind: "person" }>,
  now: Date,
) {
  const found = identifier === undefined ? undefined : yield* shownBy(identifier)
  if (identifier !== undefined && found === undefined) return nobodyHere
  if (profilePageUuid === undefined) return found ?? nobodyHere
  const opened = found !== undefined && found.profilePageUuid === profilePageUuid
  const userUuid = opened
    ? found.userUuid
    : yield* ownerOfShownPage(ownerUserUuid, profilePageUuid, now)
  return found === undefined || found.userUuid === userUuid
    ? { userUuid, profilePageUuid }
    : nobodyHere
})

/**
 * The user behind an identifier, if it shows who that is: a wallet that its holder handed out by a
 * link, without their name, names nobody by its address either.
 */
const shownBy = step(function* (identifier: IdentifierRef) {
  const tx = yield* Tx
  const found = namedUser(yield* resolve(identifier, "identifier"))
  if (identifier.type !== "wallet" || found?.walletAddress === undefined) return found
  return (yield* tx.links.isUnnamed(found.userUuid, found.walletAddress)) ? undefined : found
})

/**
 * Whose page it is, if this user may know: a page that the public sees now, or one that a contact
 * of this user came with. Undefined for every other page, so that its uuid names nobody.
 */
const ownerOfShownPage = step(function* (ownerUserUuid: string, pageUuid: string, now: Date) {
  const tx = yield* Tx
  const page = yield* tx.profilePages.find(pageUuid)
  if (page === undefined) return undefined
  const isPublic = page.primarySince !== undefined && !(yield* lockedAmong([page], now)).has(page)
  if (isPublic) return page.userUuid
  const contact = yield* tx.contacts.ofUser(ownerUserUuid, page.userUuid)
  return contact?.profilePageUuid === pageUuid ? page.userUuid : undefined
})

/** The contact that the owner has of a person already, locked. */
const presentContact = step(function* (
  ownerUserUuid: string,
  meant: Meant,
  userUuid: string | undefined,
) {
  const tx = yield* Tx
  const found =
    meant.kind === "typed"
      ? yield* tx.contacts.ofEmail(ownerUserUuid, meant.email)
      : yield* tx.contacts.ofUser(ownerUserUuid, userUuid ?? "")
  return found === undefined ? undefined : yield* lockedContact(ownerUserUuid, found.uuid)
})
