import { isEnabled } from "../accounts/user.ts"
import type { Contact, ContactVisit } from "../contacts/contact.ts"
import type { ContactRepository, ContactsOf } from "../contacts/contact-repository.ts"
import { pageWords, searchWords, wordsOf } from "../foundation/kernel/search-words.ts"
import { isActive } from "../memberships/membership.ts"
import type { ProfilePage } from "../profiles/profile-page.ts"
import { compare, pageOf, sliceOf } from "./page-of.ts"
import { addNew, type Tables } from "./tables.ts"

const orders = { created_at: "createdAt", last_visited: "latestAt" } as const

export const contacts = (tables: Tables): ContactRepository => ({
  add: async (contact) => addNew(tables.contacts, contact, "contact"),
  find: async (owner, uuid) => ownedBy(tables, owner, uuid),
  lock: async (owner, uuid) => ownedBy(tables, owner, uuid),
  ofUser: async (owner, user) =>
    tables.contacts
      .rows()
      .find((row) => row.ownerUserUuid === owner && row.contactUserUuid === user),
  ofEmail: async (owner, email) =>
    tables.contacts
      .rows()
      .find(
        (row) =>
          row.ownerUserUuid === owner &&
          row.type === "saved" &&
          row.contactUserUuid === undefined &&
          row.email?.toLowerCase() === email.toLowerCase(),
      ),
  ofSender: async (owner, sender) =>
    tables.contacts
      .rows()
      .find(
        (row) =>
          row.ownerUserUuid === owner && row.droppedByUserUuid === sender && row.type === "dropped",
      ),
  list: async (of, page) =>
    pageOf(
      tables.contacts.rows().filter((row) => isListed(tables, of, row)),
      page,
      (row) => row[orders[page.sortBy]],
      ({ uuid }) => uuid,
    ),
  walkOf: async (ownerUserUuid, after, limit) =>
    sliceOf(
      tables.contacts.rows().filter((row) => row.ownerUserUuid === ownerUserUuid),
      (row) => row.uuid,
      after,
      limit,
    ),
  change: async (contact) => {
    if (ownedBy(tables, contact.ownerUserUuid, contact.uuid) === undefined) return false
    tables.contacts.put(contact)
    return true
  },
  remove: async (owner, uuid) => {
    if (ownedBy(tables, owner, uuid) === undefined) return false
    removeWhole(tables, uuid)
    return true
  },
  removeAllOf: async (owner) => {
    const owned = tables.contacts.rows().filter((row) => row.ownerUserUuid === owner)
    for (const { uuid } of owned) removeWhole(tables, uuid)
    return owned.length
  },
  forgetUser: async (user, at) => {
    const known = tables.contacts
      .rows()
      .filter((row) => row.contactUserUuid === user || row.droppedByUserUuid === user)
    for (const row of known)
      if (row.type === "dropped") removeWhole(tables, row.uuid)
      else tables.contacts.put({ ...row, ...nobody, updatedAt: at })
    return known.length
  },
  ...visits(tables),
})

const visits = (
  tables: Tables,
): Pick<ContactRepository, "visits" | "addVisit" | "changeVisit" | "removeVisit"> => ({
  visits: async (contactUuid) =>
    visitsOf(tables, contactUuid).toSorted(
      (a, b) => compare(b.visitedAt, a.visitedAt) || compare(b.uuid, a.uuid),
    ),
  addVisit: async (visit) => addNew(tables.contactVisits, visit, "encounter"),
  changeVisit: async (visit) => {
    if (tables.contactVisits.get(visit.uuid) === undefined) return false
    tables.contactVisits.put(visit)
    return true
  },
  removeVisit: async (contactUuid, uuid) => {
    if (tables.contactVisits.get(uuid)?.contactUuid !== contactUuid) return false
    tables.contactVisits.delete(uuid)
    return true
  },
})

const nobody = {
  contactUserUuid: undefined,
  droppedByUserUuid: undefined,
  profilePageUuid: undefined,
  email: undefined,
} satisfies Partial<Contact>

const ownedBy = (tables: Tables, owner: string, uuid: string): Contact | undefined => {
  const contact = tables.contacts.get(uuid)
  return contact?.ownerUserUuid === owner ? contact : undefined
}

const visitsOf = (tables: Tables, contactUuid: string): readonly ContactVisit[] =>
  tables.contactVisits.rows().filter((visit) => visit.contactUuid === contactUuid)

const removeWhole = (tables: Tables, uuid: string): void => {
  for (const visit of visitsOf(tables, uuid)) tables.contactVisits.delete(visit.uuid)
  tables.contacts.delete(uuid)
}

const isListed = (tables: Tables, of: ContactsOf, contact: Contact): boolean =>
  contact.ownerUserUuid === of.ownerUserUuid &&
  contact.type === (of.type ?? contact.type) &&
  (of.visitedAfter === undefined ||
    (contact.visitCount > 0 && contact.latestAt > of.visitedAfter)) &&
  (of.activityUuid === undefined ||
    visitsOf(tables, contact.uuid).some((visit) => visit.activityUuid === of.activityUuid)) &&
  (of.search === undefined || hasWords(tables, contact, of.at, of.search))

const hasWords = (
  tables: Tables,
  contact: Contact,
  at: Date,
  search: readonly string[],
): boolean => {
  const words = [...wordsOf(contact.name ?? ""), ...shownWords(tables, contact, at)]
  return search.every((beginning) => words.some((word) => word.startsWith(beginning)))
}

/** The words of what a contact shows of the user it is. */
const shownWords = (
  tables: Tables,
  { contactUserUuid, profilePageUuid }: Contact,
  at: Date,
): readonly string[] => {
  const user = tables.users.get(contactUserUuid ?? "")
  if (user === undefined || !isEnabled(user)) return []
  const given = tables.profilePages.get(profilePageUuid ?? "")
  const primary = tables.profilePages
    .rows()
    .find(({ userUuid, primarySince }) => userUuid === user.uuid && primarySince !== undefined)
  const shown = [given, primary].find(
    (page) => page?.userUuid === user.uuid && isOpen(tables, page, at),
  )
  return shown === undefined ? searchWords(user) : pageWords(shown, user)
}

/** Whether others see a page: an issued one, while its owner is an active member of the issuer. */
const isOpen = (tables: Tables, { organizationUuid, userUuid }: ProfilePage, at: Date): boolean =>
  organizationUuid === undefined ||
  tables.memberships
    .rows()
    .some(
      (one) =>
        one.organizationUuid === organizationUuid && one.userUuid === userUuid && isActive(one, at),
    )
