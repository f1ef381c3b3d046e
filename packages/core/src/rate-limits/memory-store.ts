import { awaitedUnit, hasRoom, limitState } from "./limit-state.ts"
import type { Check, LimitState, RateLimitStore, Taken } from "./rate-limit-store.ts"
import { emptyLog, settle, type SlidingLog, spend, timeAt } from "./sliding-log.ts"

interface Kept {
  readonly log: SlidingLog
  readonly windowMs: number
}

const keysMaxDefault = 100_000
/** How many keys are looked at for one that counts nothing, when all are in use. */
const looksMax = 100

/**
 * Limits in the memory of one process: an exact log per key.
 *
 * At most `keysMax` keys are kept. When all are in use, one that counts nothing any more makes
 * room. If none is found, a new open-ended key (an address, a path) is refused; others are still
 * let in, since only issued tokens can make them.
 */
export const memoryRateLimitStore = ({
  keysMax = keysMaxDefault,
}: {
  readonly keysMax?: number
} = {}): RateLimitStore => {
  const keys = new Map<string, Kept>()
  /** Goes round and round the keys. */
  let hand = keys.entries()

  const find = ({ key, windowMs }: Check, now: number): SlidingLog | undefined => {
    const log = keys.get(key)?.log
    if (log !== undefined) settle(log, windowMs, now)
    return log
  }

  /**
   * Whether a key may be added. When all are in use, looks at the next few for one that counts
   * nothing, and goes on from there the next time. The order of the keys stays as it is: to move a
   * key at each use is slow in a large map.
   */
  const canAdd = (now: number): boolean => {
    if (keys.size < keysMax) return true
    for (let looks = 0; looks < looksMax; looks += 1) {
      const { value, done } = hand.next()
      if (done === true) {
        hand = keys.entries()
        continue
      }
      const [key, { log, windowMs }] = value
      settle(log, windowMs, now)
      if (log.count === 0) return keys.delete(key)
    }
    return false
  }

  const add = ({ key, windowMs }: Check): SlidingLog => {
    const log = emptyLog()
    keys.set(key, { log, windowMs })
    return log
  }

  const take = (checks: readonly Check[], at: Date): Taken => {
    const now = at.getTime()
    const logs = checks.map((check) => find(check, now))
    const refused = checks.map(
      (check, index) =>
        !hasRoom(check, logs[index]?.count ?? 0) ||
        (logs[index] === undefined && check.cost > 0 && !canAdd(now) && check.isOpenEnded),
    )
    const allowed = !refused.includes(true)
    if (allowed)
      checks.forEach((check, index) => {
        if (check.cost > 0) spend((logs[index] ??= add(check)), check.cost, now)
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
  check: Check,
  log: SlidingLog | undefined,
  isRefused: boolean,
  now: number,
): LimitState => {
  const count = log?.count ?? 0
  const at = (unit: number): number | undefined =>
    log !== undefined && unit > 0 && unit <= count ? timeAt(log, unit - 1) : undefined
  const counted = { count, oldestAt: at(1), awaitedAt: at(awaitedUnit(check, count)) }
  return limitState(check, counted, isRefused, now)
}
