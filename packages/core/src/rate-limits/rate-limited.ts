import { type AllowanceState, RateLimited } from "../foundation/errors/refusals.ts"
import type { Check, Standing, Taken } from "./rate-limit-store.ts"

/** How an allowance stands, as the headers of a response show it. */
export const allowanceState = (
  { limit, windowMs }: Check,
  { remaining, resetSeconds }: Standing,
): AllowanceState => ({
  limit,
  windowSeconds: windowMs / 1000,
  remaining,
  resetSeconds,
})

/**
 * The refusal of a request whose units were not spent, with the state of the allowance that refused
 * it; of several that did, the one that is full again last. Undefined when the request may go on.
 */
export const rateLimitedBy = (
  checks: readonly Check[],
  { allowed, standings }: Taken,
): RateLimited | undefined => {
  if (allowed) return undefined
  const wait = Math.max(1, ...standings.map(({ retryAfterSeconds }) => retryAfterSeconds))
  const index = standings.findIndex(({ retryAfterSeconds }) => retryAfterSeconds === wait)
  return refusedBy(checks[index], standings[index], wait)
}

/**
 * The refusal of a request that found an allowance with nothing left; undefined when all have some.
 */
export const rateLimitedWhereSpent = (
  checks: readonly Check[],
  { standings }: Taken,
): RateLimited | undefined => {
  const spent = standings.filter(({ remaining }) => remaining === 0)
  if (spent.length === 0) return undefined
  const wait = Math.max(...spent.map(({ resetSeconds }) => resetSeconds))
  const index = standings.findIndex(
    ({ remaining, resetSeconds }) => remaining === 0 && resetSeconds === wait,
  )
  return refusedBy(checks[index], standings[index], wait)
}

const refusedBy = (
  check: Check | undefined,
  standing: Standing | undefined,
  retryAfterSeconds: number,
): RateLimited =>
  new RateLimited({
    retryAfterSeconds,
    ...(check === undefined || standing === undefined
      ? {}
      : { allowance: allowanceState(check, standing) }),
  })
