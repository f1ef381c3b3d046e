import type { Check, RateLimitStore, LimitState, Taken } from "./rate-limit-store.ts"
import { emptyLog, returnsIn, settle, type SlidingLog, spend } from "./sliding-log.ts"

interface Counted {
  readonly log: SlidingLog
  readonly windowMs: number
}

const keysMostDefault = 100_000

/**
 * Limits in the memory of one process: an exact log per key.
 *
 * At most `keysMax` keys are kept. When all are in use, one that counts nothing any more makes
 * room. If there is none, a new open-ended key (an address, a path) is refused; others are still
 * let in, since only issued tokens can make them.
 */
export const memoryRateLimitStore = ({
  keysMax = keysMostDefault,
}: {
  readonly keysMax?: number
} = {}): RateLimitStore => {
  /** In the order of last use. */
  const keys = new Map<string, Counted>()

  const find = (check: Check, now: number): SlidingLog | undefined => {
    const known = keys.get(check.key)
    if (known === undefined) return undefined
    keys.delete(check.key)
    keys.set(check.key, known)
    settle(known.log, check.windowMs, now)
    return known.log
  }

  const hasRoom = (now: number): boolean => {
    if (keys.size < keysMax) return true
    const [eldest] = keys
    if (eldest === undefined) return true
    const [key, { log, windowMs }] = eldest
    settle(log, windowMs, now)
    return log.count === 0 && keys.delete(key)
  }

  const open = (check: Check): SlidingLog => {
    const log = emptyLog()
    keys.set(check.key, { log, windowMs: check.windowMs })
    return log
  }

  const take = (checks: readonly Check[], at: Date): Taken => {
    const now = at.getTime()
    const logs = checks.map((check) => find(check, now))
    const refused = checks.map((check, index) => {
      const log = logs[index]
      if (check.cost === 0) return false
      return log === undefined
        ? !hasRoom(now) && check.isOpenEnded
        : log.count + check.cost > check.limit
    })
    const allowed = !refused.includes(true)
    if (allowed)
      checks.forEach((check, index) => {
        if (check.cost > 0) spend((logs[index] ??= open(check)), check.cost, now)
      })
    return {
      allowed,
      states: checks.map((check, index) =>
        stateOf(check, logs[index], refused[index] === true, now),
      ),
    }
  }

  return { take: (checks, now) => Promise.resolve(take(checks, now)) }
}

const stateOf = (
  { limit, windowMs, cost }: Check,
  log: SlidingLog | undefined,
  isRefused: boolean,
  now: number,
): LimitState => {
  if (log === undefined || log.count === 0) {
    // Refused with nothing spent: there was no room for the key, and there may be some when a
    // window has passed.
    const wait = isRefused ? seconds(windowMs) : 0
    return { remaining: isRefused ? 0 : limit, resetSeconds: wait, retryAfterSeconds: wait }
  }
  const unit = Math.min(log.count + cost - limit, log.count) - 1
  return {
    remaining: Math.max(0, limit - log.count),
    resetSeconds: seconds(returnsIn(log, 0, windowMs, now)),
    retryAfterSeconds: isRefused ? seconds(returnsIn(log, unit, windowMs, now)) : 0,
  }
}

const seconds = (ms: number): number => Math.ceil(ms / 1000)
