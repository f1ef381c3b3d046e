import type { Page, PageRequest } from "../foundation/kernel/page.ts"
import type { Link, UnnamedWallet } from "./link.ts"

/** What a list of links is sorted by. */
export type LinkOrder = "created_at"

/**
 * The links that users hand out. Whoever adds one has locked its user, so that two writers do not
 * both find room for another. The links of a page are removed with the page.
 */
export interface LinkRepository {
  /** Rejects a second link of a token. */
  readonly add: (link: Link) => Promise<void>
  readonly find: (linkToken: string) => Promise<Link | undefined>
  /** The links of a user. */
  readonly list: (userUuid: string, page: PageRequest<LinkOrder>) => Promise<Page<Link>>
  /** The links of a user, by uuid: those behind `after`, or the first, at most `limit`. Finds them by an index. */
  readonly walkOf: (
    userUuid: string,
    after: string | undefined,
    limit: number,
  ) => Promise<readonly Link[]>
  /** Removes a link; `false` when the user has none of that token. */
  readonly remove: (userUuid: string, linkToken: string) => Promise<boolean>
  /** Notes that a user handed a wallet out without their name; the first time stays. */
  readonly addUnnamed: (wallet: UnnamedWallet) => Promise<void>
  /** Whether the user handed the wallet out without their name. Finds it by an index. */
  readonly isUnnamed: (userUuid: string, walletAddress: string) => Promise<boolean>
  /** Removes all links of a user, and what was noted of their wallets. */
  readonly removeAllOf: (userUuid: string) => Promise<void>
}
