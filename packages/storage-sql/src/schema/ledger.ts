import type {
  LedgerHead,
  Outcome,
  StatusEvent,
  Transaction,
  TransactionType,
  Wallet,
} from "@symbolon/core/storage"
import type { Columns } from "./columns.ts"

/** A wallet's private key, sealed. */
export interface StoredWalletKey {
  readonly address: string
  readonly kekId: string
  readonly wrappedKey: string
  readonly box: string
}

/** A transaction: the signed text holds the body, and what is looked up stands beside it. */
export interface StoredTransaction extends Omit<Transaction, "body"> {
  readonly id: string
  readonly fromAddress: string
  readonly fromSequence: number
  readonly toAddress: string
  readonly toSequence: number
  readonly transactionType: TransactionType
  readonly originalTransactionId: string
}

/** A status leaf: the signed text holds the body. */
export interface StoredStatus extends Omit<StatusEvent, "body" | "reason"> {
  readonly transactionId: string
  readonly statusReason: StatusEvent["reason"]
}

/** The ledger's one row: `singleton` is 1. */
export interface StoredLedger extends LedgerHead {
  readonly singleton: number
  /** Of its checkpoints; undefined until it is named. */
  readonly origin: string | undefined
}

export const walletColumns: Columns<Wallet> = {
  address: "text",
  uuid: "text",
  kind: "text",
  userUuid: "text?",
  organizationUuid: "text?",
  isPrimary: "boolean",
  publicKey: "text",
  keyVersion: "integer",
  decryptionKeyVersion: "integer",
  balance: "integer",
  held: "integer",
  sequence: "integer",
  head: "text",
  createdAt: "instant",
  closedAt: "instant?",
}

export const walletKeyColumns: Columns<StoredWalletKey> = {
  address: "text",
  kekId: "text",
  wrappedKey: "text",
  box: "text",
}

export const transactionColumns: Columns<StoredTransaction> = {
  id: "text",
  fromAddress: "text",
  fromSequence: "integer",
  toAddress: "text",
  toSequence: "integer",
  logIndex: "integer",
  transactionType: "text",
  originalTransactionId: "text",
  text: "text",
  transactionHash: "text",
  signature: "text",
  leafHash: "text",
  status: "text",
  meta: "json?",
  encryptedData: "text",
  publicData: "text",
  movedAmount: "integer",
  refundedAmount: "integer",
  expiresAt: "instant?",
  failureReason: "text",
  reversalReason: "text",
  createdAt: "instant",
  failedAt: "instant?",
  confirmedAt: "instant?",
}

export const statusColumns: Columns<StoredStatus> = {
  logIndex: "integer",
  transactionId: "text",
  text: "text",
  signature: "text",
  leafHash: "text",
  statusReason: "json?",
}

/**
 * The hash of a full tile: `tileLevel` and `tileIndex` are its place among the hashes of that
 * level.
 */
export interface StoredTileHash {
  readonly tileLevel: number
  readonly tileIndex: number
  readonly tileHash: string
}

export const tileHashColumns: Columns<StoredTileHash> = {
  tileLevel: "integer",
  tileIndex: "integer",
  tileHash: "text",
}

export const outcomeColumns: Columns<Outcome> = {
  key: "text",
  digest: "text",
  transactionId: "text?",
  refusal: "json?",
  createdAt: "instant",
}

export const ledgerColumns: Columns<StoredLedger> = {
  singleton: "integer",
  size: "integer",
  frontier: "json",
  origin: "text?",
}
