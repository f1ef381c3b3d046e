import type { PageRequest } from "./page.ts"

/** For operations that need no facts: call them with `{}`. */
export interface NoInput {
  readonly [name: string]: never
}

/** Names an organization. */
export interface OrganizationInput {
  /** Slug or uuid of the organization. */
  readonly organization: string
}

/** Names an activity. */
export interface ActivityInput {
  /** Slug or uuid of the activity. */
  readonly activity: string
}

/** Names a reward template. */
export interface RewardInput {
  /** Slug or uuid of the reward template. */
  readonly reward: string
}

/** Names a session. */
export interface SessionInput {
  /** Slug or uuid of the session. */
  readonly session: string
}

/** Names a wallet. */
export interface WalletInput {
  /** Wallet address. */
  readonly wallet: string
}

/** Names a transaction of the ledger. */
export interface TransactionInput {
  /** Transaction id. */
  readonly transaction: string
}

/** Names a user. */
export interface UserInput {
  /** Uuid of the user. */
  readonly userUuid: string
}

/** Names a user for whom the host acts. */
export interface OnBehalfInput {
  /** Uuid of the user. Required when the host calls; every other caller acts for itself. */
  readonly userUuid?: string | undefined
}

/** Makes a write safe to repeat. */
export interface IdempotentInput {
  /**
   * 1 to 190 characters. The same request under the same key is done once, and its first answer is
   * returned again; another request under the key is refused with `IdempotencyConflict`.
   */
  readonly idempotencyKey: string
}

/** Asks for one page of a list. */
export interface PageInput<SortBy extends string> {
  /** Which page, and in which order. */
  readonly page: PageRequest<SortBy>
}

/** What the sender writes on a transaction. Both ends of it read that. */
export interface RemarksInput {
  /** At most 5,000 characters. */
  readonly description?: string | undefined
  /** A name of the sender's own for it, such as an order number. At most 255 characters. */
  readonly referenceId?: string | undefined
  /** At most 50, of at most 255 characters each. */
  readonly tags?: readonly string[] | undefined
}
