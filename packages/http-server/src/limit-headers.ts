import { allowanceState, type AllowanceState, type Check, type Taken } from "@symbolon/core"
import type { Headers } from "./exchange.ts"

/** Which headers a browser may read of a reply from another origin, besides the harmless ones. */
export const limitHeaderNames = [
  "ratelimit-limit",
  "ratelimit-remaining",
  "ratelimit-reset",
  "ratelimit-policy",
  "x-ratelimit-limit",
  "x-ratelimit-remaining",
  "x-ratelimit-reset",
  "x-ratelimit-policy",
] as const

/** Returns the limit that runs out first: the fewest remaining units, then the longest wait. */
const tightest = ({ states }: Taken): number =>
  states.reduce((best, state, index) => {
    const than = states[best]
    if (than === undefined) return index
    if (state.remaining !== than.remaining) return state.remaining < than.remaining ? index : best
    return state.resetSeconds > than.resetSeconds ? index : best
  }, 0)

/**
 * Returns the `RateLimit` headers for the tightest of these limits; none without limits.
 */
export const limitHeaders = (checks: readonly Check[], taken: Taken): Headers => {
  const index = tightest(taken)
  const check = checks[index]
  const state = taken.states[index]
  return check === undefined || state === undefined
    ? {}
    : allowanceHeaders(allowanceState(check, state))
}

/** Returns the `RateLimit` headers for one limit. */
export const allowanceHeaders = (state: AllowanceState): Headers => {
  const limit = String(state.limit)
  const remaining = String(state.remaining)
  const reset = String(state.resetSeconds)
  const policy = `${limit};w=${state.windowSeconds}`
  return {
    "ratelimit-limit": limit,
    "ratelimit-remaining": remaining,
    "ratelimit-reset": reset,
    "ratelimit-policy": policy,
    "x-ratelimit-limit": limit,
    "x-ratelimit-remaining": remaining,
    "x-ratelimit-reset": reset,
    "x-ratelimit-policy": policy,
  }
}
