import type { Page, PageRequest } from "../../foundation/kernel/page.ts"
import type { TransactionStatus } from "../../ledger-proof/status.ts"
import type { Issuance } from "./issuance.ts"

/** An issuance, and how its transaction stands. */
export interface IssuedReward extends Issuance {
  readonly status: TransactionStatus
}

/** Receivers: users, and wallets, whether or not a user was named with them. */
export interface ReceiversAmong {
  readonly userUuids: readonly string[]
  readonly walletAddresses: readonly string[]
}

/** What was issued of reward templates. Only the ledger writes it: see `Writes`. */
export interface IssuanceRepository {
  /** By the id of its transaction. */
  readonly find: (transactionId: string) => Promise<Issuance | undefined>
  /**
   * What was issued of a template, by `createdAt`, ties by the id of the transaction; a large total
   * may be some seconds old. `at` is now.
   */
  readonly list: (
    of: { readonly rewardTemplateUuid: string; readonly at: Date },
    page: PageRequest<"created_at">,
  ) => Promise<Page<IssuedReward>>
  /** How many of a user's claims of a template were reversed. */
  readonly countReversedClaims: (rewardTemplateUuid: string, userUuid: string) => Promise<number>
  /**
   * Of what a treasury issued, the credential indexes among the `count` from `first` on whose
   * transaction was reversed, ascending. By an index: what it costs follows from how much of the
   * treasury's was ever reversed, not from how much was issued.
   */
  readonly reversedCredentials: (
    treasuryAddress: string,
    range: { readonly first: number; readonly count: number },
  ) => Promise<readonly number[]>
  /**
   * What of a template was issued to one of these users or into one of these wallets, and not taken
   * back. In no order, some of it more than once.
   */
  readonly receivedAmong: (
    rewardTemplateUuid: string,
    of: ReceiversAmong,
  ) => Promise<readonly Pick<Issuance, "userUuid" | "walletAddress">[]>
}
