/**
 * How often a call may reach the server: a `read` changes nothing, a `deduplicated` write counts
 * once however often it arrives (its idempotency key sees to it), any other `write` may be sent
 * once.
 */
export type Kind = "read" | "deduplicated" | "write"

/**
 * How an attempt failed: by what the server answered, before anything was sent, or with the answer
 * lost on the way.
 */
export type Failure =
  | {
      readonly type: "status"
      readonly status: number
      readonly retryAfterSeconds: number | undefined
    }
  | { readonly type: "unsent" }
  | { readonly type: "lost" }

/** How the client repeats what may be repeated. */
export interface RetryOptions {
  /** How many times, at most. Default 2; 0 for never. */
  readonly retries?: number | undefined
  /**
   * The wait before the first repetition; it doubles with each. Half of every wait is random.
   * Default 500 ms.
   */
  readonly firstWaitMs?: number | undefined
  /** Where the doubling ends. Default 8 s. */
  readonly longestWaitMs?: number | undefined
  /**
   * A `Retry-After` beyond this is not waited for: the call fails and says how long it would be.
   * Default 60 s.
   */
  readonly longestRetryAfterMs?: number | undefined
}

/** {@link RetryOptions} with every default filled in. */
export interface RetrySettings {
  readonly retries: number
  readonly firstWaitMs: number
  readonly longestWaitMs: number
  readonly longestRetryAfterMs: number
}

/** Fills in the defaults; `false` never repeats. */
export const toRetrySettings = (options: RetryOptions | false = {}): RetrySettings => {
  const {
    retries = 2,
    firstWaitMs = 500,
    longestWaitMs = 8_000,
    longestRetryAfterMs = 60_000,
  } = options === false ? { retries: 0 } : options
  return { retries, firstWaitMs, longestWaitMs, longestRetryAfterMs }
}

/**
 * Whether a failed attempt may be repeated. After a 429 or an unsent request, always, because the
 * call did not run. If the call may have run, only if a repetition has no second effect.
 */
export const isRetryable = (kind: Kind, failure: Failure): boolean => {
  if (failure.type === "unsent" || (failure.type === "status" && failure.status === 429))
    return true
  return kind !== "write" && mayHaveRun(failure)
}

/** Whether the server may have carried out an attempt that failed like this. */
export const mayHaveRun = (failure: Failure): boolean =>
  failure.type === "lost" || (failure.type === "status" && failure.status >= 500)

/**
 * How long to wait before repetition number `retry` (from 1), in milliseconds; undefined when it is
 * not to be repeated. `random` is in [0, 1).
 */
export const waitBefore = (
  retry: number,
  kind: Kind,
  failure: Failure,
  settings: RetrySettings,
  random: number,
): number | undefined => {
  if (retry > settings.retries || !isRetryable(kind, failure)) return undefined
  const retryAfterSeconds = failure.type === "status" ? failure.retryAfterSeconds : undefined
  if (retryAfterSeconds !== undefined) {
    const retryAfterMs = retryAfterSeconds * 1000
    return retryAfterMs > settings.longestRetryAfterMs
      ? undefined
      : retryAfterMs + random * settings.firstWaitMs
  }
  const longest = Math.min(settings.longestWaitMs, settings.firstWaitMs * 2 ** (retry - 1))
  return longest * (0.5 + random / 2)
}

/**
 * The seconds of a `Retry-After`, which is a number or a date; `date` is the response's own, so
 * that clocks need not agree.
 */
export const readRetryAfter = (value: string | null, date: string | null): number | undefined => {
  if (value === null) return undefined
  if (/^\s*\d+(\.\d+)?\s*$/.test(value)) return Number(value)
  const ms = Date.parse(value) - (date === null ? Date.now() : Date.parse(date))
  return Number.isNaN(ms) ? undefined : Math.max(0, ms / 1000)
}
