/** What a ledger entry means (docs/ledger-format.md#types). */
export const transactionTypes = [
  "mint",
  "burn",
  "transfer",
  "reward",
  "ticket_transfer",
  "spend",
  "adjustment",
  "expiration",
  "reversal",
  "refund",
  "key_rotation",
] as const
export type TransactionType = (typeof transactionTypes)[number]

export const transactionStatuses = [
  "pending",
  "confirmed",
  "failed",
  "cancelled",
  "reversed",
] as const
export type TransactionStatus = (typeof transactionStatuses)[number]

/**
 * What an entry does to balances: `posted` at once; `pending` holds, which one `post` or `void`
 * later settles.
 */
export type Effect = "posted" | "pending" | "post" | "void"

/**
 * The signed part of a transaction: exactly these members, RFC 8785, immutable (reference vector in
 * `vectors/ledger`).
 */
export interface TransactionBody {
  readonly v: 1
  readonly network: string
  readonly id: string
  readonly effect: Effect
  readonly transaction_type: TransactionType
  readonly from_address: string
  readonly from_sequence: number
  readonly previous_hash: string
  readonly to_address: string
  readonly to_sequence: number
  readonly to_previous_hash: string
  readonly amount: number
  readonly data_hash: string
  readonly meta_hash: string
  readonly reference_id: string
  readonly original_transaction_id: string
  readonly created_at: string
  readonly public_key: string
}

/** What a person wrote on a transaction; erasable, since the body holds only its salted hash. */
export interface TransactionMeta {
  readonly description: string
  readonly tags: readonly string[]
  /** 16 random bytes, base64url. */
  readonly salt: string
}

/** A transaction as it is stored: the signed text verbatim, and what is not signed beside it. */
export interface Transaction {
  readonly body: TransactionBody
  /** The canonical bytes of `body`, as text, exactly as they were signed. */
  readonly text: string
  /** Lower-case hex SHA-256. */
  readonly transactionHash: string
  /** Ed25519, base64url without padding. */
  readonly signature: string
  /** Lower-case hex, RFC 9162. */
  readonly leafHash: string
  /** Position in the log, from 0. */
  readonly logIndex: number
  readonly status: TransactionStatus
  /** Undefined once erased. */
  readonly meta: TransactionMeta | undefined
  readonly encryptedData: string
  /**
   * What `data_hash` is of where that is told openly: the new key of a `key_rotation`, RFC 8785;
   * else `""`.
   */
  readonly publicData: string
  /** Points that it moved in the end: its amount, or for a hold what was posted of it. */
  readonly movedAmount: number
  /** Points of these that were given back by refunds. */
  readonly refundedAmount: number
  /** When a hold ends by itself; undefined for everything else. */
  readonly expiresAt: Date | undefined
  readonly failureReason: string
  readonly reversalReason: string
  readonly createdAt: Date
  readonly failedAt: Date | undefined
  readonly confirmedAt: Date | undefined
}
