import type {
  CachedContent,
  ContentAccess,
  ContentRead,
  ContentUse,
  WalletDecryptionKey,
} from "@symbolon/core/storage"
import { club } from "./club.ts"
import { transactionId } from "./postings.ts"
import { at, hash, sealedKey, uuid } from "./samples.ts"

// What sealed contents leave, made from a number: Ann's, unless a case says otherwise.

const { annsPurse } = club

export const decryptionKey = (
  n: number,
  change: Partial<WalletDecryptionKey> = {},
): WalletDecryptionKey => {
  const { address, version } = { address: annsPurse.address, version: n, ...change }
  return {
    kid: `${address}#${version}`,
    address,
    version,
    publicKey: "k".repeat(43),
    sealed: sealedKey(n),
    createdAt: at(n),
    ...change,
  }
}

export const contentAccess = (n: number, change: Partial<ContentAccess> = {}): ContentAccess => ({
  keyHash: hash(n),
  transactionId: `t-${n}`,
  walletAddress: annsPurse.address,
  createdAt: at(n),
  expiresAt: at(n + 900_000),
  ...change,
})

export const contentRead = (n: number, change: Partial<ContentRead> = {}): ContentRead => ({
  uuid: uuid(n),
  transactionId: "t-1",
  walletAddress: annsPurse.address,
  readerKind: "user",
  readerId: club.ann.uuid,
  readAt: at(n),
  ...change,
})

/** The copy of the content of the transaction of that number. */
export const cachedContent = (n: number, change: Partial<CachedContent> = {}): CachedContent => ({
  transactionId: transactionId(n),
  contentHash: hash(n),
  sealed: sealedKey(n),
  fetchedAt: at(n),
  expiresAt: at(n + 3_600_000),
  latencyMs: n,
  driftCount: 0,
  ...change,
})

/** Openings of the content of the transaction of that number. */
export const contentUse = (n: number, change: Partial<ContentUse> = {}): ContentUse => ({
  transactionId: transactionId(n),
  hitCount: 1,
  lastAccessedAt: at(n),
  ...change,
})

/** A wallet's data key, wrapped anew. */
export const rewrapped = {
  id: annsPurse.address,
  before: sealedKey(1).wrapped,
  after: sealedKey(2).wrapped,
}
