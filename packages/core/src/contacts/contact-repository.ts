import type { Page, PageRequest } from "../foundation/kernel/page.ts"
import type { Contact, ContactType, ContactVisit } from "./contact.ts"

/** What a list of contacts is sorted by. */
export type ContactOrder = "created_at" | "last_visited"

/** Which contacts of a user. */
export interface ContactsOf {
  readonly ownerUserUuid: string
  /**
   * Moment of the question: memberships are active or not then. The total of a long list may be a
   * few seconds older.
   */
  readonly at: Date
  readonly type?: ContactType
  /** Only contacts with an encounter at a session of this activity. */
  readonly activityUuid?: string
  /** Only contacts whose latest encounter is after this moment. */
  readonly visitedAfter?: Date
  /**
   * Beginnings of words as `wordsOf` makes them. Each begins one of the words of the contact's name
   * as it was typed, or of what the contact shows at `at` of the user it is: `pageWords` of the page
   * that the contact came with, else of the user's primary page, while that page is open; else
   * `searchWords` of the user. A page that an organization issued is open while its owner has an
   * active membership there. Users who are disabled or deleted are not found.
   */
  readonly search?: readonly string[]
}

/**
 * The contacts of users, and the encounters with them. A contact is its owner's alone: without the
 * owner it is not found.
 */
export interface ContactRepository {
  /**
   * Adds a contact. Rejects a second one of an owner for the same user, a second saved one
   * for the same e-mail address of a person without an account, and a second one that the same user
   * dropped.
   */
  readonly add: (contact: Contact) => Promise<void>
  readonly find: (ownerUserUuid: string, uuid: string) => Promise<Contact | undefined>
  /** As `find`, and no other transaction changes it until this one ends. */
  readonly lock: (ownerUserUuid: string, uuid: string) => Promise<Contact | undefined>
  /** The owner's contact that is this user. */
  readonly ofUser: (ownerUserUuid: string, contactUserUuid: string) => Promise<Contact | undefined>
  /**
   * The contact without an account that the owner saved with this address, in any case of letters.
   */
  readonly ofEmail: (ownerUserUuid: string, email: string) => Promise<Contact | undefined>
  /** The contact that this user dropped with the owner, and that the owner has not saved. */
  readonly ofSender: (
    ownerUserUuid: string,
    droppedByUserUuid: string,
  ) => Promise<Contact | undefined>
  /** Contacts of an owner. Finds them by an index, however many there are. */
  readonly list: (of: ContactsOf, page: PageRequest<ContactOrder>) => Promise<Page<Contact>>
  /** The contacts of an owner, by uuid: those behind `after`, or the first, at most `limit`. Finds them by an index. */
  readonly walkOf: (
    ownerUserUuid: string,
    after: string | undefined,
    limit: number,
  ) => Promise<readonly Contact[]>
  /** Writes a contact over the one of the same owner and uuid; `false` when there is none. */
  readonly change: (contact: Contact) => Promise<boolean>
  /** Removes a contact and its encounters; `false` when the owner has no such contact. */
  readonly remove: (ownerUserUuid: string, uuid: string) => Promise<boolean>
  /** The encounters with a contact, the latest first. */
  readonly visits: (contactUuid: string) => Promise<readonly ContactVisit[]>
  readonly addVisit: (visit: ContactVisit) => Promise<void>
  /** Writes an encounter over the one of the same uuid; `false` when there is none. */
  readonly changeVisit: (visit: ContactVisit) => Promise<boolean>
  /** Removes one encounter; `false` when the contact has no such encounter. */
  readonly removeVisit: (contactUuid: string, uuid: string) => Promise<boolean>
  /** Removes all contacts of an owner with their encounters; answers how many contacts. */
  readonly removeAllOf: (ownerUserUuid: string) => Promise<number>
  /**
   * Takes a user out of the lists of others. Contacts that the user dropped or is, and that were
   * not saved, are removed. Saved ones stay, as a person without an account, and lose the e-mail
   * address and the profile page. Answers how many contacts it concerned.
   */
  readonly forgetUser: (userUuid: string, at: Date) => Promise<number>
}
