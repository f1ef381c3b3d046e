import type { Check, LimitState } from "@symbolon/core/storage"

/** Remembers in this process which keys have nothing left, and until when. */
export interface FullKeys {
  /** Notes that a key has nothing left until `until`, in milliseconds. */
  readonly note: (key: string, until: number) => void
  /**
   * The states of checks that are all known to have nothing left; undefined if one is not, and then
   * the database must be asked.
   */
  readonly statesOf: (checks: readonly Check[], now: number) => readonly LimitState[] | undefined
}

/** About 1 MB. The oldest goes when there are more. */
const keysMax = 10_000

/**
 * A memory of keys that have nothing left. It is exact: until the oldest unit comes back, no unit
 * does, and none can be spent in any process. So a flood of refused requests does not reach the
 * database.
 */
export const openFullKeys = (): FullKeys => {
  const untils = new Map<string, number>()

  const stateOf = ({ key, cost, windowMs }: Check, now: number): LimitState | undefined => {
    const until = untils.get(key)
    // A check of several units waits for a later unit, which only the database knows.
    if (until === undefined || cost > 1) return undefined
    // Longer than a window: the clock was set back.
    if (until <= now || until > now + windowMs) {
      untils.delete(key)
      return undefined
    }
    const resetSeconds = Math.ceil((until - now) / 1000)
    return { remaining: 0, resetSeconds, retryAfterSeconds: cost === 0 ? 0 : resetSeconds }
  }

  return {
    note: (key, until) => {
      untils.delete(key)
      const [oldest] = untils.size < keysMax ? [] : untils.keys()
      if (oldest !== undefined) untils.delete(oldest)
      untils.set(key, until)
    },
    statesOf: (checks, now) => {
      const states: LimitState[] = []
      for (const check of checks) {
        const state = stateOf(check, now)
        if (state === undefined) return undefined
        states.push(state)
      }
      return states
    },
  }
}
