import type {
  IdempotentInput,
  OrganizationInput,
  PageInput,
  RemarksInput,
  TransactionInput,
  WalletInput,
} from "../foundation/kernel/inputs.ts"
import type { JsonObject } from "../foundation/kernel/json.ts"
import type { IdentifierRef } from "../identifiers/identifier.ts"
import type { AuthoredContent } from "./content/content.ts"
import type { TransactionStatus } from "../ledger-proof/status.ts"
import type { TransactionType } from "../ledger-proof/body.ts"

/** Points that a user sends; `wallet` is the sender's. */
export interface TransferInput extends WalletInput, RemarksInput, IdempotentInput {
  /** The receiver: a user, a wallet or a card. */
  readonly to: IdentifierRef
  /** Points, a whole number of at least 1. */
  readonly amount: number
}

/** Points that an organization issues or takes out of circulation. */
export interface PointsInput extends OrganizationInput, IdempotentInput {
  /** Points, a whole number of at least 1. */
  readonly amount: number
  /** Why; both ends of the transaction read it. At most 5,000 characters. */
  readonly description?: string | undefined
}

/** How many points an organization may have issued. */
export interface SetPointsAllowanceInput extends OrganizationInput {
  /** Points that it may have issued, net of those it took back: a whole number from 0. */
  readonly allowance: number
}

/** Points that are set aside for a receiver; `wallet` is the sender's. */
export interface CreateHoldInput extends WalletInput, RemarksInput, IdempotentInput {
  /** The receiver: a user, a wallet or a card. */
  readonly to: IdentifierRef
  /** Points, a whole number of at least 1. */
  readonly amount: number
  /** When the hold ends by itself, unless it is settled before. */
  readonly expiresAt: Date
}

/** A hold that the receiver is paid from. */
export interface SettleHoldInput extends TransactionInput, IdempotentInput {
  /** Points, at most what is held; the rest is free again. Default: all of them. */
  readonly amount?: number | undefined
}

/** A hold that ends without a payment. */
export interface ReleaseHoldInput extends TransactionInput, IdempotentInput {
  /** `failed` if what it was for did not succeed. Default `cancelled`. */
  readonly endsAs?: "cancelled" | "failed" | undefined
  /** A code such as `delivery_failed`. */
  readonly reason?: string | undefined
}

/** A transaction that is undone. */
export interface ReverseTransactionInput extends TransactionInput, IdempotentInput {
  /** Why, for the record. */
  readonly reason?: string | undefined
  /**
   * If the receiver has spent the points: `refuse`, or take back what is left (`partial`). Default
   * `refuse`.
   */
  readonly onInsufficient?: "refuse" | "partial" | undefined
}

/** Points that a receiver returns. */
export interface RefundTransactionInput extends TransactionInput, IdempotentInput {
  /** Points, at least 1. All refunds of a transaction together return at most what it moved. */
  readonly amount: number
  /** Why, for the record. */
  readonly reason?: string | undefined
}

/** Content that an organization gives to a wallet. */
export interface IssueContentInput extends OrganizationInput, RemarksInput, IdempotentInput {
  /** The receiver: a user, a wallet or a card. */
  readonly to: IdentifierRef
  /** Points that go with it. Default 0. */
  readonly amount?: number | undefined
  /** What is sealed for both ends of the transaction. */
  readonly content: AuthoredContent
  /** Sealed beside the content; only decrypting shows it. */
  readonly additionalData?: JsonObject | undefined
}

/** Which transaction, and by whose key. */
export interface DecryptTransactionInput extends TransactionInput {
  /** Address of a wallet at one end: the caller's, or the treasury of the caller's organization. */
  readonly wallet: string
}

/** Content, and the key that a decryption returned. */
export interface ReadContentInput extends TransactionInput {
  /** The access key that the decrypted transaction names. */
  readonly accessKey: string
}

/** A tile of the ledger's log. */
export interface TileInput {
  /** The path of the tile, as in C2SP tlog-tiles: `tile/0/x001/234`. */
  readonly path: string
}

/** What is proved of a transaction. */
export interface ProveTransactionInput extends TransactionInput {
  /** Size of a tree that you know already; the proof then shows that it only grew. */
  readonly fromSize?: number | undefined
}

/** Which wallet gets a new key; its address stays that of its first key. */
export interface RotateWalletKeyInput extends WalletInput, IdempotentInput {}

/** Which transactions of a wallet, the newest first. */
export interface ListWalletTransactionsInput extends WalletInput, PageInput<"created_at"> {}

/** Which transactions of all the caller's wallets. */
export interface ListTransactionsInput extends PageInput<"created_at"> {
  /** For the host alone: whose wallets. */
  readonly userUuid?: string | undefined
  /** Only transactions in one of these states. */
  readonly statuses?: readonly TransactionStatus[] | undefined
  /** Only transactions of this type. */
  readonly type?: TransactionType | undefined
}
