import type { Transaction } from "./entries/transaction.ts"

/** A transaction of the ledger, and whether this request made it. */
export interface PostedTransaction {
  readonly transaction: Transaction
  /** `true` when the same request under the same key had made it before. */
  readonly replayed: boolean
}

/** A tile of the ledger's log. */
export interface LedgerTile {
  /** Hashes of 32 bytes each, one after the other. */
  readonly bytes: Uint8Array
  /** Whether all 256 hashes are there; a full tile never changes. */
  readonly isFull: boolean
}
