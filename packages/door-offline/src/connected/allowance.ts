/** How many calls a minute taps and uploads leave for reading the manifest. */
export const KEPT_FOR_ROSTER = 2

/** What a door may still ask of the service. */
export interface Allowance {
  /** The rate limit of a reply: remaining calls, and milliseconds until the reset. */
  readonly note: (remaining: number, resetMs: number) => void
  /** What a 429 has said. */
  readonly pause: (ms: number) => void
  /** A call that is about to be made. */
  readonly spend: () => void
  /** Whether a call may be made that leaves `kept` others. */
  readonly permits: (reserved: number) => boolean
}

/**
 * Paces calls by the service's rate limits: no call before `Retry-After`, and none that would use
 * up the reserved calls. Without known limits, calls are permitted.
 */
export const openAllowance = (now: () => number): Allowance => {
  let remaining = Number.POSITIVE_INFINITY
  let resetAt = 0
  let pausedUntil = 0
  const refresh = (): void => {
    if (now() >= resetAt) remaining = Number.POSITIVE_INFINITY
  }
  return {
    note: (left, resetMs) => {
      remaining = left
      resetAt = now() + resetMs
    },
    pause: (ms) => {
      pausedUntil = now() + ms
    },
    spend: () => {
      refresh()
      remaining -= 1
    },
    permits: (reserved) => {
      refresh()
      return now() >= pausedUntil && remaining > reserved
    },
  }
}
