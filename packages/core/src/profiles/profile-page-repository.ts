import type { Page, PageRequest } from "../foundation/kernel/page.ts"
import type { ProfilePage } from "./profile-page.ts"

/** What a list of profile pages is sorted by. */
export type ProfilePageOrder = "created_at"

/**
 * The profile pages of people. Whoever adds or changes a page has locked its user, so that two
 * writers do not both find room for another page or make two pages the primary one.
 */
export interface ProfilePageRepository {
  /** Rejects a second primary page of a user. */
  readonly add: (page: ProfilePage) => Promise<void>
  readonly find: (uuid: string) => Promise<ProfilePage | undefined>
  /** Many at once, in no order. */
  readonly findAll: (uuids: readonly string[]) => Promise<readonly ProfilePage[]>
  /** The pages of a user. */
  readonly list: (
    userUuid: string,
    page: PageRequest<ProfilePageOrder>,
  ) => Promise<Page<ProfilePage>>
  /** The pages of a user, by uuid: those behind `after`, or the first, at most `limit`. Finds them by an index. */
  readonly walkOf: (
    userUuid: string,
    after: string | undefined,
    limit: number,
  ) => Promise<readonly ProfilePage[]>
  /** How many pages a user made: those that no organization issued. */
  readonly countMade: (userUuid: string) => Promise<number>
  /** The primary pages of these users, in no order. */
  readonly primaryOf: (userUuids: readonly string[]) => Promise<readonly ProfilePage[]>
  /** The page that was issued to a user with a card. */
  readonly issuedWith: (cardUuid: string, userUuid: string) => Promise<ProfilePage | undefined>
  /**
   * Writes all fields of the page of that uuid; `false` when there is none. Rejects a second primary
   * page of a user.
   */
  readonly change: (page: ProfilePage) => Promise<boolean>
  /** Removes a page and the links to it; `false` when there is none. */
  readonly remove: (uuid: string) => Promise<boolean>
  /** Removes all pages of a user, and the links to them. */
  readonly removeAllOf: (userUuid: string) => Promise<void>
}
