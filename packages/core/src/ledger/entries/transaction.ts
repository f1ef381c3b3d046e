import type { TransactionBody } from "../../ledger-proof/body.ts"
import type { TransactionMeta } from "../../ledger-proof/commitments.ts"
import type { TransactionStatus } from "../../ledger-proof/status.ts"

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
