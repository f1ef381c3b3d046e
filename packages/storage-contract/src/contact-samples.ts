import type { Contact, ContactVisit } from "@symbolon/core/storage"
import { club } from "./club.ts"
import { at, uuid } from "./samples.ts"

/** A contact that Ann saved: a person without an account. */
export const contact = (n: number, change: Partial<Contact> = {}): Contact => ({
  uuid: uuid(n),
  ownerUserUuid: club.ann.uuid,
  type: "saved",
  contactUserUuid: undefined,
  droppedByUserUuid: undefined,
  profilePageUuid: undefined,
  name: `Person ${n}`,
  email: `person-${n}@club.example`,
  jobTitle: undefined,
  company: undefined,
  notes: undefined,
  visitCount: 0,
  metSessionUuid: undefined,
  latestAt: at(n),
  createdAt: at(n),
  savedAt: at(n),
  updatedAt: undefined,
  ...change,
})

/** An encounter with the contact of this number, which is Ann's. */
export const visit = (
  n: number,
  contactNumber: number,
  change: Partial<ContactVisit> = {},
): ContactVisit => ({
  uuid: uuid(n),
  contactUuid: uuid(contactNumber),
  ownerUserUuid: club.ann.uuid,
  visitedAt: at(n),
  notes: undefined,
  sessionUuid: undefined,
  activityUuid: undefined,
  viaClientId: undefined,
  createdAt: at(n),
  ...change,
})
