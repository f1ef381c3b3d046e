import {
  type Check,
  type Clock,
  type RateLimited,
  rateLimitedBy,
  rateLimitedWhereSpent,
  type Taken,
} from "@symbolon/core"
import type { RateLimiter } from "@symbolon/core/effect"
import type { Headers } from "./exchange.ts"
import { looking } from "./limits.ts"
import { limitHeaders } from "./limit-headers.ts"

/** Whether requests are counted. If not, the headers show full limits. */
export type LimitsSwitch = "on" | "off"

/** The result of counting a request. */
export interface Charge {
  readonly headers: Headers
  /** Undefined if the request may continue. */
  readonly refusal: RateLimited | undefined
}

/** Counts requests. */
export interface Limiter {
  /** Counts against all the limits, or none. */
  readonly charge: (checks: readonly Check[]) => Promise<Charge>
  /** Reads the limits without counting. */
  readonly look: (checks: readonly Check[]) => Promise<Charge>
  /** Like `look`, but refuses if a limit is exhausted. */
  readonly lookForRoom: (checks: readonly Check[]) => Promise<Charge>
  /** Like `lookForRoom`, but rejects with `Unavailable` while the store fails. */
  readonly lookStrictly: (checks: readonly Check[]) => Promise<Charge>
}

/**
 * Opens the limiter. While the store fails, requests are counted in this process, except in
 * `lookStrictly`.
 */
export const openLimiter = (
  { take, takeStrictly }: Pick<RateLimiter, "take" | "takeStrictly">,
  clock: Clock,
  counting: LimitsSwitch,
): Limiter => {
  const fullBefore = new Map<string, Promise<Charge>>()
  const full = (checks: readonly Check[]): Promise<Charge> => {
    const limits = checks.map(({ limit, windowMs }) => `${limit}/${windowMs}`).join()
    const before = fullBefore.get(limits)
    if (before !== undefined) return before
    const charge = { headers: limitHeaders(checks, untouched(checks)), refusal: undefined }
    const charging = Promise.resolve(charge)
    fullBefore.set(limits, charging)
    return charging
  }
  if (counting === "off") return { look: full, charge: full, lookForRoom: full, lookStrictly: full }
  const lookForRoom = async (asking: typeof take, checks: readonly Check[]): Promise<Charge> => {
    const only = looking(checks)
    const taken = await asking(only, clock.now())
    return { headers: limitHeaders(only, taken), refusal: rateLimitedWhereSpent(only, taken) }
  }
  return {
    look: async (checks) => {
      const only = looking(checks)
      return { headers: limitHeaders(only, await take(only, clock.now())), refusal: undefined }
    },
    charge: async (checks) => {
      const taken = await take(checks, clock.now())
      return { headers: limitHeaders(checks, taken), refusal: rateLimitedBy(checks, taken) }
    },
    lookForRoom: (checks) => lookForRoom(take, checks),
    lookStrictly: (checks) => lookForRoom(takeStrictly, checks),
  }
}

const untouched = (checks: readonly Check[]): Taken => ({
  allowed: true,
  states: checks.map(({ limit }) => ({
    remaining: limit,
    resetSeconds: 0,
    retryAfterSeconds: 0,
  })),
})
