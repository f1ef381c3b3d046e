import type { Contact, ContactVisit } from "@symbolon/core/storage"
import type { Columns } from "./columns.ts"

/** A contact with the address by which there is one of its owner. */
export interface StoredContact extends Contact {
  /** In lower case; undefined for a user, who is known by their uuid, and for a drop. */
  readonly emailKey: string | undefined
}

/** One of the words of a contact's name as it was typed. */
export interface ContactWord {
  readonly ownerUserUuid: string
  readonly word: string
  readonly contactUuid: string
}

export const contactColumns: Columns<Contact> = {
  uuid: "text",
  ownerUserUuid: "text",
  type: "text",
  contactUserUuid: "text?",
  droppedByUserUuid: "text?",
  profilePageUuid: "text?",
  name: "text?",
  email: "text?",
  jobTitle: "text?",
  company: "text?",
  notes: "text?",
  visitCount: "integer",
  metSessionUuid: "text?",
  latestAt: "instant",
  createdAt: "instant",
  savedAt: "instant?",
  updatedAt: "instant?",
}

export const storedContactColumns: Columns<StoredContact> = {
  ...contactColumns,
  emailKey: "text?",
}

export const contactVisitColumns: Columns<ContactVisit> = {
  uuid: "text",
  contactUuid: "text",
  ownerUserUuid: "text",
  visitedAt: "instant",
  notes: "text?",
  sessionUuid: "text?",
  activityUuid: "text?",
  viaClientId: "text?",
  createdAt: "instant",
}

export const contactWordColumns: Columns<ContactWord> = {
  ownerUserUuid: "text",
  word: "text",
  contactUuid: "text",
}
