import { type AllowanceState, RateLimited } from "../foundation/errors/refusals.ts"
import type { Observer } from "../foundation/ports/observer.ts"
import type { Check, LimitState, Taken } from "./rate-limit-store.ts"

/** How an allowance stands, as the headers of a response show it. */
export const allowanceState = (
  { limit, windowMs }: Check,
  { remaining, resetSeconds }: LimitState,
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
  { allowed, states }: Taken,
): RateLimited | undefined => {
  if (allowed) return undefined
  const wait = Math.max(1, ...states.map(({ retryAfterSeconds }) => retryAfterSeconds))
  const index = states.findIndex(({ retryAfterSeconds }) => retryAfterSeconds === wait)
  return refusedBy(checks[index], states[index], wait)
}

/**
 * The refusal of a request that found an allowance with nothing left; undefined when all have some.
 */
export const rateLimitedWhereSpent = (
  checks: readonly Check[],
  { states }: Taken,
): RateLimited | undefined => {
  const spent = states.filter(({ remaining }) => remaining === 0)
  if (spent.length === 0) return undefined
  const wait = Math.max(...spent.map(({ resetSeconds }) => resetSeconds))
  const index = states.findIndex(
    ({ remaining, resetSeconds }) => remaining === 0 && resetSeconds === wait,
  )
  return refusedBy(checks[index], states[index], wait)
}

/** What a check counts: its key up to the first colon. What follows may name a caller. */
const bucketOf = ({ key }: Check): string => key.split(":", 1)[0] ?? key

/** The refusal itself, after it was noted. */
export const noted = (
  refusal: RateLimited | undefined,
  { limitRefused }: Pick<Observer, "limitRefused">,
): RateLimited | undefined => {
  if (refusal?.bucket !== undefined) limitRefused({ bucket: refusal.bucket })
  return refusal
}

const refusedBy = (
  check: Check | undefined,
  state: LimitState | undefined,
  retryAfterSeconds: number,
): RateLimited =>
  new RateLimited({
    retryAfterSeconds,
    ...(check === undefined || state === undefined
      ? {}
      : { allowance: allowanceState(check, state), bucket: bucketOf(check) }),
  })
