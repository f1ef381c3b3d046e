import type {
  CachedContent,
  ContentAccess,
  ContentRead,
  ContentUse,
  WalletDecryptionKey,
} from "@symbolon/core/storage"
import type { Columns } from "./columns.ts"

/** A wallet's decryption key as it is kept: the sealed key in three columns. */
export interface StoredDecryptionKey extends Omit<WalletDecryptionKey, "sealed"> {
  readonly kekId: string
  readonly wrappedKey: string
  readonly box: string
}

export const decryptionKeyColumns: Columns<StoredDecryptionKey> = {
  kid: "text",
  address: "text",
  version: "integer",
  publicKey: "text",
  kekId: "text",
  wrappedKey: "text",
  box: "text",
  createdAt: "instant",
}

export const contentAccessColumns: Columns<ContentAccess> = {
  keyHash: "text",
  transactionId: "text",
  walletAddress: "text",
  createdAt: "instant",
  expiresAt: "instant",
}

export const contentReadColumns: Columns<ContentRead> = {
  uuid: "text",
  transactionId: "text",
  walletAddress: "text",
  readerKind: "text",
  readerId: "text?",
  readAt: "instant",
}

/** The copy of a content as it is kept: the sealed copy in three columns. */
export interface StoredCachedContent extends Omit<CachedContent, "sealed"> {
  readonly kekId: string
  readonly wrappedKey: string
  readonly box: string
}

export const cachedContentColumns: Columns<StoredCachedContent> = {
  transactionId: "text",
  contentHash: "text",
  kekId: "text",
  wrappedKey: "text",
  box: "text",
  fetchedAt: "instant",
  expiresAt: "instant?",
  latencyMs: "integer",
  driftCount: "integer",
}

export const contentUseColumns: Columns<ContentUse> = {
  transactionId: "text",
  hitCount: "integer",
  lastAccessedAt: "instant",
}
