import { openRecent } from "../../foundation/kernel/recent.ts"
import type { ContentUse } from "./cached-content.ts"

/**
 * Counts openings of contents in memory, and says when they are to be written: with the first, and
 * then at most once a minute for each content. What a process that ends has not written is lost: it
 * is a statistic.
 */
export interface ContentUses {
  /** Counts an opening. Answers what is to be written now, or what waits. */
  readonly count: (transactionId: string, at: Date) => CountedUse
}

/** Openings of a content that are not written yet. */
export interface CountedUse extends ContentUse {
  /** Whether they are to be written now; they count as written then. */
  readonly isDue: boolean
}

const writeEveryMs = 60_000

/** Remembers at most `most` contents, those opened last. */
export const openContentUses = (most: number): ContentUses => {
  const waiting = openRecent<{ readonly hits: number; readonly writtenAt: number }>(most)
  return {
    count: (transactionId, at) => {
      const { hits, writtenAt } = waiting.get(transactionId) ?? {
        hits: 0,
        writtenAt: -writeEveryMs,
      }
      const isDue = at.getTime() - writtenAt >= writeEveryMs
      const hitCount = hits + 1
      waiting.set(transactionId, {
        hits: isDue ? 0 : hitCount,
        writtenAt: isDue ? at.getTime() : writtenAt,
      })
      return { transactionId, hitCount, lastAccessedAt: at, isDue }
    },
  }
}
