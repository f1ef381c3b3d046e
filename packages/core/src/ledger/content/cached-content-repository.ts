import type { CachedContent, ContentUse } from "./cached-content.ts"

/** Another fetch of a content of which there is a copy. */
export interface Refetch extends Pick<CachedContent, "transactionId" | "expiresAt" | "latencyMs"> {
  /** Whether the host answered with another content than that of the copy. */
  readonly isDrift: boolean
}

/** Copies of contents that other hosts have, and how often contents are opened. */
export interface CachedContentRepository {
  /** `false` when there is a copy: the first one stays. */
  readonly add: (content: CachedContent) => Promise<boolean>
  /** The copies of these transactions, in no order. */
  readonly findAll: (transactionIds: readonly string[]) => Promise<readonly CachedContent[]>
  /**
   * Writes when a copy is fetched again and how long the fetch took, and counts a drift; `false`
   * when there is no copy.
   */
  readonly refetched: (fetch: Refetch) => Promise<boolean>
  /** Adds openings of a content; the last of them is the later one of both. */
  readonly addUse: (use: ContentUse) => Promise<void>
  /** How often the contents of these transactions were opened, in no order. */
  readonly usesOf: (transactionIds: readonly string[]) => Promise<readonly ContentUse[]>
  /** Removes the copy of a transaction's content, and what was counted of it. */
  readonly forget: (transactionId: string) => Promise<void>
}
