import type { SealedBox } from "../../foundation/sealing/sealed-box.ts"

/** The service's copy of the content of a transaction that another host has. */
export interface CachedContent {
  readonly transactionId: string
  /**
   * Lower-case hex SHA-256 of what the host answered first. It must serve the same for ever: a later
   * answer of another hash changes nothing of the copy.
   */
  readonly contentHash: string
  /** The copy; it has codes. An empty object where the hash alone is kept. */
  readonly sealed: SealedBox
  /** When it was first fetched. */
  readonly fetchedAt: Date
  /** When it is fetched again; undefined for never. */
  readonly expiresAt: Date | undefined
  /** Milliseconds of the last fetch. */
  readonly latencyMs: number
  /** How often the host answered with another content. */
  readonly driftCount: number
}

/** How often the content of a transaction was opened. */
export interface ContentUse {
  readonly transactionId: string
  readonly hitCount: number
  readonly lastAccessedAt: Date
}

/** What the sealed copy is bound to, so that copies cannot change places. */
export const cachedContentBinding = (transactionId: string): string => `cached|${transactionId}`
