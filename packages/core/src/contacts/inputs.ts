import type { OnBehalfInput, PageInput } from "../foundation/kernel/inputs.ts"
import type { IdentifierRef } from "../identifiers/identifier.ts"
import type { ContactOrder } from "./contact-repository.ts"
import type { ContactType } from "./contact.ts"

/** Names one of the caller's contacts. */
export interface ContactInput extends OnBehalfInput {
  /** Uuid of the contact. */
  readonly contact: string
}

/** Names an encounter with one of the caller's contacts. */
export interface ContactVisitInput extends ContactInput {
  /** Uuid of the encounter. */
  readonly visit: string
}

/** Which of the caller's contacts. */
export interface ListContactsInput extends OnBehalfInput, PageInput<ContactOrder> {
  /** The beginnings of words of their names or usernames. */
  readonly search?: string | undefined
  /** Uuid of an activity: only contacts met at one of its sessions. */
  readonly activityUuid?: string | undefined
  /** Only saved or only dropped contacts. */
  readonly type?: ContactType | undefined
  /** Only contacts met after this moment. */
  readonly visitedAfter?: Date | undefined
}

/** What is written on a contact besides who it is. */
interface ContactDetailsInput {
  /** What they do. At most 255 characters. */
  readonly jobTitle?: string | undefined
  /** At most 255 characters. */
  readonly company?: string | undefined
  /** About this encounter. At most 1,000 characters. */
  readonly notes?: string | undefined
}

/** A contact to be saved: a person here by identifier, or a name with an e-mail address. */
export interface SaveContactInput extends OnBehalfInput, ContactDetailsInput {
  /** Points at a registered person. */
  readonly identifier?: IdentifierRef | undefined
  /** Uuid of a profile page of a registered person, instead of `identifier` or of that person. */
  readonly profilePageUuid?: string | undefined
  /** Of a person without an account; with `email`. At most 255 characters. */
  readonly name?: string | undefined
  /** E-mail address of a person without an account; with `name`. */
  readonly email?: string | undefined
  /** When the encounter was. Default: now. */
  readonly visitedAt?: Date | undefined
  /** Uuid or slug of the session at which it was. The caller must be able to read it. */
  readonly activitySessionUuid?: string | undefined
}

/** The standing note of a contact. */
export interface UpdateContactInput extends ContactInput {
  /** At most 1,000 characters; `null` for none. */
  readonly notes: string | null
}

/** What changes of an encounter; undefined leaves a field as it is. */
export interface UpdateContactVisitInput extends ContactVisitInput {
  /** At most 1,000 characters; `null` for none. */
  readonly notes?: string | null | undefined
  /** When the encounter was. */
  readonly visitedAt?: Date | undefined
}

/** What the caller leaves with another person. */
export interface DropContactInput extends OnBehalfInput, ContactDetailsInput {
  /** Points at the person who receives it. */
  readonly identifier: IdentifierRef
  /** Uuid of one of the caller's own pages, instead of the public one. */
  readonly profilePageUuid?: string | null | undefined
  /** Instead of the caller's account; with `email`. At most 255 characters. */
  readonly name?: string | undefined
  /** E-mail address instead of the caller's account; with `name`. */
  readonly email?: string | undefined
}
