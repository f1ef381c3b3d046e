import { lockedUser } from "../accounts/steps.ts"
import { NotFound } from "../foundation/errors/refusals.ts"
import { step } from "../foundation/step.ts"
import { Ports, Tx } from "../foundation/unit-of-work.ts"
import { profilesOn, shownProfiles } from "../profiles/steps.ts"
import type { Contact, ContactVisit } from "./contact.ts"
import { latestFirst, repeatedVisit, withVisits } from "./contact-rules.ts"
import type {
  ContactPerson,
  ContactView,
  ContactVisitView,
  ContactWithVisits,
  SessionContext,
} from "./contact-view.ts"

/** Locks the owner of contacts, so that they are written one after the other. */
export const lockOwner = (ownerUserUuid: string) => lockedUser(ownerUserUuid)

/**
 * Locks an owner and another user in the one order, so that neither is deleted meanwhile. Returns
 * whether both are there.
 */
export const lockBoth = step(function* (one: string, other: string) {
  const tx = yield* Tx
  const first = yield* tx.users.lock(one < other ? one : other)
  const second = yield* tx.users.lock(one < other ? other : one)
  return [first, second].every((user) => user !== undefined && user.deletedAt === undefined)
})

/** An owner's contact, locked; `NotFound` for every other. */
export const lockedContact = step(function* (ownerUserUuid: string, uuid: string) {
  const tx = yield* Tx
  return (yield* tx.contacts.lock(ownerUserUuid, uuid)) ?? (yield* noContact())
})

/** There is no such contact for its caller. */
export const noContact = () => new NotFound({ what: "contact" })

/** A contact of an owner about which nothing is known yet. */
export const newContact = step(function* (ownerUserUuid: string, now: Date) {
  const { ids } = yield* Ports
  const contact: Contact = {
    uuid: ids.uuid(),
    ownerUserUuid,
    type: "dropped",
    contactUserUuid: undefined,
    droppedByUserUuid: undefined,
    profilePageUuid: undefined,
    name: undefined,
    email: undefined,
    jobTitle: undefined,
    company: undefined,
    notes: undefined,
    visitCount: 0,
    metSessionUuid: undefined,
    latestAt: now,
    createdAt: now,
    savedAt: undefined,
    updatedAt: undefined,
  }
  return contact
})

/** An encounter that is to be recorded. */
type NewVisit = Pick<
  ContactVisit,
  "visitedAt" | "notes" | "sessionUuid" | "activityUuid" | "viaClientId"
>

/**
 * Writes a contact, new or changed, and an encounter with it. A request that comes twice records
 * one encounter: what it notes takes the place of the note before.
 */
export const writeWithVisit = step(function* (contact: Contact, visit: NewVisit, now: Date) {
  const tx = yield* Tx
  const { ids } = yield* Ports
  const isKnown = (yield* tx.contacts.find(contact.ownerUserUuid, contact.uuid)) !== undefined
  const before = isKnown ? yield* tx.contacts.visits(contact.uuid) : []
  const repeated = repeatedVisit(before, visit)
  const added: ContactVisit = repeated ?? {
    ...visit,
    uuid: ids.uuid(),
    contactUuid: contact.uuid,
    ownerUserUuid: contact.ownerUserUuid,
    createdAt: now,
  }
  const visits = repeated === undefined ? latestFirst([added, ...before]) : before
  const written = withVisits(contact, visits)
  if (isKnown) yield* tx.contacts.change(written)
  else yield* tx.contacts.add(written)
  if (repeated === undefined) yield* tx.contacts.addVisit(added)
  else if (visit.notes !== undefined)
    yield* tx.contacts.changeVisit({ ...repeated, notes: visit.notes })
  return written
})

/** Writes what the encounters of a contact amount to now. */
export const recountVisits = step(function* (contact: Contact, now: Date) {
  const tx = yield* Tx
  const visits = yield* tx.contacts.visits(contact.uuid)
  yield* tx.contacts.change({ ...withVisits(contact, visits), updatedAt: now })
})

/**
 * Contacts as their owner sees them: as many reads for a page as for one, and one more for each
 * organization that issued a profile page.
 */
export const contactViewsOf = step(function* (contacts: readonly Contact[], now: Date) {
  const tx = yield* Tx
  const userUuids = distinct(contacts.map(({ contactUserUuid }) => contactUserUuid))
  const users = userUuids.length === 0 ? [] : yield* tx.users.findAll(userUuids)
  const profiles = yield* shownProfiles(userUuids, now)
  const given = yield* givenPages(contacts)
  const givenProfiles = yield* profilesOn([...given.values()], users, now)
  const byUuid = new Map(users.map((user) => [user.uuid, user] as const))
  const personOf = ({ uuid, contactUserUuid = "" }: Contact): ContactPerson | undefined => {
    const username = byUuid.get(contactUserUuid)?.username
    const profile = givenProfiles.get(given.get(uuid)?.uuid ?? "") ?? profiles.get(contactUserUuid)
    return username === undefined || profile === undefined ? undefined : { username, profile }
  }
  const sessions = yield* sessionContexts(contacts.map(({ metSessionUuid }) => metSessionUuid))
  return contacts.map(
    (contact): ContactView => ({
      ...contact,
      person: personOf(contact),
      metAt: sessions.get(contact.metSessionUuid ?? ""),
    }),
  )
})

/** The pages that were given with contacts, by contact, if they are still the user's. */
const givenPages = step(function* (contacts: readonly Contact[]) {
  const tx = yield* Tx
  const uuids = distinct(contacts.map(({ profilePageUuid }) => profilePageUuid))
  const found = uuids.length === 0 ? [] : yield* tx.profilePages.findAll(uuids)
  const pages = new Map(found.map((page) => [page.uuid, page] as const))
  return new Map(
    contacts.flatMap(({ uuid, contactUserUuid, profilePageUuid = "" }) => {
      const page = pages.get(profilePageUuid)
      return page === undefined || page.userUuid !== contactUserUuid ? [] : [[uuid, page] as const]
    }),
  )
})

/** A contact with all encounters. */
export const contactWithVisits = step(function* (contact: Contact, now: Date) {
  const tx = yield* Tx
  const [view] = yield* contactViewsOf([contact], now)
  if (view === undefined) throw new Error("Each contact has a view.")
  const visits = yield* visitViewsOf(yield* tx.contacts.visits(contact.uuid))
  const whole: ContactWithVisits = { ...view, visits }
  return whole
})

/** Encounters with their sessions: three reads, however many encounters. */
export const visitViewsOf = step(function* (visits: readonly ContactVisit[]) {
  const sessions = yield* sessionContexts(visits.map(({ sessionUuid }) => sessionUuid))
  return visits.map(
    (visit): ContactVisitView => ({ ...visit, session: sessions.get(visit.sessionUuid ?? "") }),
  )
})

/** Sessions by uuid, but for those whose activity or organization is gone. */
const sessionContexts = step(function* (of: readonly (string | undefined)[]) {
  const tx = yield* Tx
  const uuids = distinct(of)
  const found = uuids.length === 0 ? [] : yield* tx.sessions.findAll(uuids)
  const activityUuids = distinct(found.map(({ activityUuid }) => activityUuid))
  const activities = new Map(
    (activityUuids.length === 0 ? [] : yield* tx.activities.findAll(activityUuids)).map(
      (activity) => [activity.uuid, activity],
    ),
  )
  const organizationUuids = distinct(found.map(({ organizationUuid }) => organizationUuid))
  const organizations = new Set(
    (organizationUuids.length === 0 ? [] : yield* tx.organizations.findAll(organizationUuids)).map(
      ({ uuid }) => uuid,
    ),
  )
  return new Map(
    found
      .filter(
        ({ activityUuid, organizationUuid }) =>
          organizations.has(organizationUuid) &&
          (activityUuid === undefined || activities.has(activityUuid)),
      )
      .map((session) => [
        session.uuid,
        {
          sessionUuid: session.uuid,
          sessionName: session.name,
          sessionSlug: session.slug,
          activityUuid: session.activityUuid,
          activityName: activities.get(session.activityUuid ?? "")?.name,
          organizationUuid: session.organizationUuid,
          startTime: session.startTime,
          endTime: session.endTime,
        } satisfies SessionContext,
      ]),
  )
})

const distinct = (uuids: readonly (string | undefined)[]): readonly string[] => [
  ...new Set(uuids.filter((uuid) => uuid !== undefined)),
]
