import type { Contact, ContactVisit, Repositories } from "@symbolon/core/storage"
import { activity, at, firstMember, session, uuid } from "./sample-organization.ts"
import { pageOf } from "./profile-calls.ts"
import type { VerbCall } from "./verb-calls.ts"

/** Number of the first contact; encounters are numbered from the second. */
const [firstContact, firstVisit] = [7_000_000, 8_000_000]
const [someone, stranger] = [77, 991_000]
/** Who has most of the contacts, and who has some. */
const [owner, other] = [uuid(firstMember), uuid(firstMember + 1)]

const isUser = (n: number): boolean => n % 3 === 0

const contact = (n: number): Contact => ({
  uuid: uuid(firstContact + n),
  ownerUserUuid: n % 10 === 9 ? other : owner,
  type: n % 7 === 0 ? "dropped" : "saved",
  contactUserUuid: isUser(n) ? uuid(firstMember + n) : undefined,
  droppedByUserUuid: n % 7 === 0 ? uuid(firstMember + n) : undefined,
  profilePageUuid: isUser(n) && n % 2 === 0 ? pageOf(n) : undefined,
  name: isUser(n) ? undefined : `Contact Nr${n}`,
  email: isUser(n) ? undefined : `contact-${n}@club.example`,
  jobTitle: undefined,
  company: undefined,
  notes: undefined,
  visitCount: 1,
  metSessionUuid: session.uuid,
  latestAt: at(n),
  createdAt: at(n),
  savedAt: at(n),
  updatedAt: undefined,
})

const visit = (n: number): ContactVisit => ({
  uuid: uuid(firstVisit + n),
  contactUuid: contact(n).uuid,
  ownerUserUuid: contact(n).ownerUserUuid,
  visitedAt: at(n),
  notes: undefined,
  sessionUuid: session.uuid,
  activityUuid: n % 100 === 0 ? activity.uuid : uuid(stranger),
  viaClientId: undefined,
  createdAt: at(n),
})

/** Adds the contacts of these numbers, whose users are there, with an encounter each. */
export const addContacts = async (tx: Repositories, numbers: readonly number[]): Promise<void> => {
  for (const n of numbers) {
    await tx.contacts.add(contact(n))
    await tx.contacts.addVisit(visit(n))
  }
}

const page = { page: 1, pageSize: 20, sortBy: "created_at", sortOrder: "desc" } as const
const latest = { ...page, sortBy: "last_visited" } as const
const all = { ownerUserUuid: owner, at: at(0) }
const unknown: Contact = {
  ...contact(someone),
  uuid: uuid(stranger),
  contactUserUuid: undefined,
  droppedByUserUuid: undefined,
  email: "stranger@club.example",
}

/** The lists of contacts. */
const listCalls: readonly VerbCall[] = [
  { name: "contacts.list", call: (tx) => tx.contacts.list(all, page) },
  { name: "contacts.list by latest", call: (tx) => tx.contacts.list(all, latest) },
  {
    name: "contacts.list of a type",
    call: (tx) => tx.contacts.list({ ...all, type: "dropped" }, page),
  },
  {
    name: "contacts.list of a type by latest",
    call: (tx) => tx.contacts.list({ ...all, type: "dropped" }, latest),
  },
  {
    name: "contacts.list at an activity",
    call: (tx) => tx.contacts.list({ ...all, activityUuid: activity.uuid }, page),
  },
  {
    name: "contacts.list met after",
    call: (tx) => tx.contacts.list({ ...all, visitedAfter: at(1_000) }, latest),
  },
  {
    name: "contacts.list, a search that finds few",
    call: (tx) => tx.contacts.list({ ...all, search: ["nr771"] }, page),
  },
  {
    name: "contacts.list, a search that finds many",
    call: (tx) => tx.contacts.list({ ...all, search: ["contact"] }, page),
  },
  {
    name: "contacts.list, a search that finds many again",
    call: async (tx) => {
      await tx.contacts.list({ ...all, search: ["contact"] }, latest)
      return tx.contacts.list({ ...all, search: ["contact"] }, latest)
    },
  },
  {
    name: "contacts.list, a search for two words at an activity",
    call: (tx) =>
      tx.contacts.list({ ...all, activityUuid: activity.uuid, search: ["contact", "nr7"] }, page),
  },
  {
    name: "contacts.list, a search that finds few names on pages",
    call: (tx) => tx.contacts.list({ ...all, search: ["shown771"] }, page),
  },
  {
    name: "contacts.list, a search that finds many names on pages",
    call: (tx) => tx.contacts.list({ ...all, search: ["shown"] }, page),
  },
]

/** Every verb about contacts. */
export const contactCalls: readonly VerbCall[] = [
  ...listCalls,
  { name: "contacts.walkOf", call: (tx) => tx.contacts.walkOf(owner, "0", 500) },
  { name: "contacts.add", call: (tx) => tx.contacts.add(unknown) },
  { name: "contacts.find", call: (tx) => tx.contacts.find(owner, contact(someone).uuid) },
  { name: "contacts.lock", call: (tx) => tx.contacts.lock(owner, contact(someone).uuid) },
  { name: "contacts.ofUser", call: (tx) => tx.contacts.ofUser(owner, uuid(firstMember + 78)) },
  { name: "contacts.ofEmail", call: (tx) => tx.contacts.ofEmail(owner, "contact-77@club.example") },
  { name: "contacts.ofSender", call: (tx) => tx.contacts.ofSender(owner, uuid(firstMember + 77)) },
  {
    name: "contacts.change",
    call: (tx) => tx.contacts.change({ ...contact(someone), name: "Renamed" }),
  },
  { name: "contacts.visits", call: (tx) => tx.contacts.visits(contact(someone).uuid) },
  {
    name: "contacts.addVisit",
    call: (tx) => tx.contacts.addVisit({ ...visit(someone), uuid: uuid(stranger) }),
  },
  { name: "contacts.changeVisit", call: (tx) => tx.contacts.changeVisit(visit(someone)) },
  {
    name: "contacts.removeVisit",
    call: (tx) => tx.contacts.removeVisit(contact(someone).uuid, visit(someone).uuid),
  },
  { name: "contacts.remove", call: (tx) => tx.contacts.remove(owner, contact(someone).uuid) },
  {
    name: "contacts.forgetUser",
    call: (tx) => tx.contacts.forgetUser(uuid(firstMember + 84), at(0)),
  },
  { name: "contacts.removeAllOf", call: (tx) => tx.contacts.removeAllOf(other) },
]
