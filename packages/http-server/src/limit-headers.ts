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

/** Of several allowances the one that runs out first: fewest units left, then the longest wait. */
const tightest = ({ standings }: Taken): number =>
  standings.reduce((best, standing, index) => {
    const than = standings[best]
    if (than === undefined) return index
    if (standing.remaining !== than.remaining)
      return standing.remaining < than.remaining ? index : best
    return standing.resetSeconds > than.resetSeconds ? index : best
  }, 0)

/**
 * How the tightest of these allowances stands, in `RateLimit` headers. None when nothing was looked
 * at.
 */
export const limitHeaders = (checks: readonly Check[], taken: Taken): Headers => {
  const index = tightest(taken)
  const check = checks[index]
  const standing = taken.standings[index]
  return check === undefined || standing === undefined
    ? {}
    : allowanceHeaders(allowanceState(check, standing))
}

/** How one allowance stands, in the same headers. */
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
