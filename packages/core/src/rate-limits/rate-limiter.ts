import { Unavailable } from "../foundation/errors/refusals.ts"
import type { Clock } from "../foundation/ports/clock.ts"
import type { Logger } from "../foundation/ports/logger.ts"
import { memoryRateLimitStore } from "./memory-store.ts"
import type { Check, RateLimitStore, Taken } from "./rate-limit-store.ts"

/** Counts in a store, and says what happens while the store fails. */
export interface RateLimiter {
  /** Counts; while the store fails, in the memory of this process. Never rejects. */
  readonly take: RateLimitStore["take"]
  /**
   * Counts, for what must not go on uncounted: rejects with {@link Unavailable} while the store
   * fails.
   */
  readonly takeStrictly: RateLimitStore["take"]
  /** As the store's; 0 when it fails. */
  readonly sweep: NonNullable<RateLimitStore["sweep"]>
}

/** What {@link openRateLimiter} needs besides the store. */
export interface RateLimiterParts {
  /** The real time, for pauses and log lines. */
  readonly wall: Clock
  readonly onFailing: Logger["error"]
}

/** After a failure the store is left alone for so long, so that no request waits for it. */
const pauseMs = 1000
const logAgainAfterMs = 60_000
const retryAfterSeconds = 5

/**
 * A limiter over a store. When the store fails, one call a second tries it again, and the first
 * that succeeds ends the failure; what was counted in this process meanwhile is forgotten. The log
 * says at most once a minute that the store fails.
 */
export const openRateLimiter = (
  store: RateLimitStore,
  { wall, onFailing }: RateLimiterParts,
): RateLimiter => {
  let isFailing = false
  let failure: unknown
  let own = memoryRateLimitStore()
  let restsUntil = Number.NEGATIVE_INFINITY
  let loggedAt = Number.NEGATIVE_INFINITY

  const fail = (reason: unknown): void => {
    const now = wall.now().getTime()
    if (!isFailing) own = memoryRateLimitStore()
    isFailing = true
    failure = reason
    restsUntil = now + pauseMs
    if (now - loggedAt < logAgainAfterMs) return
    loggedAt = now
    onFailing(
      { reason: reason instanceof Error ? reason.message : String(reason) },
      "The rate limit store fails. This process counts by itself meanwhile.",
    )
  }

  /** Undefined while the store fails. */
  const ask = async (checks: readonly Check[], now: Date): Promise<Taken | undefined> => {
    if (isFailing) {
      const at = wall.now().getTime()
      if (at < restsUntil) return undefined
      // The others go on without the store until this call knows more.
      restsUntil = at + pauseMs
    }
    try {
      const taken = await store.take(checks, now)
      isFailing = false
      return taken
    } catch (reason) {
      fail(reason)
      return undefined
    }
  }

  return {
    take: async (checks, now) => (await ask(checks, now)) ?? own.take(checks, now),
    takeStrictly: async (checks, now) => {
      const taken = await ask(checks, now)
      if (taken !== undefined) return taken
      throw new Unavailable({
        reason: "The service cannot count attempts right now.",
        retryAfterSeconds,
        cause: failure,
      })
    },
    sweep: async (before, limit) => {
      try {
        return (await store.sweep?.(before, limit)) ?? 0
      } catch (reason) {
        fail(reason)
        return 0
      }
    },
  }
}
