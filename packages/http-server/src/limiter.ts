import {
  type Check,
  type Clock,
  type Logger,
  type RateLimited,
  rateLimitedBy,
  rateLimitedWhereSpent,
  type RateLimitStore,
  type Taken,
  Unavailable,
} from "@symbolon/core"
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

/** Counts requests in a store. */
export interface Limiter {
  /** Counts against all the limits, or none. */
  readonly charge: (checks: readonly Check[]) => Promise<Charge>
  /** Reads the limits without counting. */
  readonly look: (checks: readonly Check[]) => Promise<Charge>
  /** Like `look`, but refuses if a limit is exhausted or the store fails. */
  readonly lookStrictly: (checks: readonly Check[]) => Promise<Charge>
}

/**
 * Opens the limiter. If the store fails, it logs the failure and lets requests through, except in
 * `lookStrictly`.
 */
export const openLimiter = (
  store: RateLimitStore,
  clock: Clock,
  counting: LimitsSwitch,
  logger: Logger | undefined,
): Limiter => {
  const ask = async (checks: readonly Check[]): Promise<Taken | undefined> => {
    try {
      return await store.take(checks, clock.now())
    } catch (reason) {
      logger?.error(
        { reason: reason instanceof Error ? reason.message : String(reason) },
        "the rate limit store failed",
      )
      return undefined
    }
  }
  const look = async (checks: readonly Check[]): Promise<Charge> => {
    const only = looking(checks)
    return { headers: limitHeaders(only, (await ask(only)) ?? untouched(only)), refusal: undefined }
  }
  return {
    look,
    charge: async (checks) => {
      if (counting === "off") return look(checks)
      const taken = (await ask(checks)) ?? untouched(checks)
      return { headers: limitHeaders(checks, taken), refusal: rateLimitedBy(checks, taken) }
    },
    lookStrictly: async (checks) => {
      if (counting === "off") return look(checks)
      const only = looking(checks)
      const taken = await ask(only)
      if (taken === undefined)
        throw new Unavailable({
          reason: "The service cannot count attempts right now.",
          retryAfterSeconds: 5,
        })
      return { headers: limitHeaders(only, taken), refusal: rateLimitedWhereSpent(only, taken) }
    },
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
