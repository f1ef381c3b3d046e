import type { Check, LimitState } from "./rate-limit-store.ts"

/** What counts against an allowance at some moment. Instants are milliseconds. */
export interface Counted {
  /** Spent units that have not come back. */
  readonly count: number
  /** When the oldest of them was spent; undefined when there is none. */
  readonly oldestAt: number | undefined
  /**
   * When the unit at {@link awaitedUnit} was spent, whose return makes room; undefined when there
   * is none.
   */
  readonly awaitedAt: number | undefined
}

/** Whether there is room for the check beside so many counted units. A look always has room. */
export const hasRoom = ({ cost, limit }: Check, count: number): boolean =>
  cost === 0 || count + cost <= limit

/**
 * The place, from 1 for the oldest, of the unit whose return makes room for a refused check. A
 * check that costs more than the whole limit waits for the last unit, in vain.
 */
export const awaitedUnit = ({ cost, limit }: Check, count: number): number =>
  Math.min(count + cost - limit, count)

/** The answer to one check. */
export const limitState = (
  { limit, windowMs }: Check,
  { count, oldestAt, awaitedAt }: Counted,
  isRefused: boolean,
  now: number,
): LimitState => {
  const secondsFrom = (at: number | undefined): number =>
    at === undefined ? 0 : Math.ceil((at + windowMs - now) / 1000)
  // Refused with nothing spent: there was no room for the key, and there may be some when a window
  // has passed.
  if (count === 0 && isRefused) {
    const wait = secondsFrom(now)
    return { remaining: 0, resetSeconds: wait, retryAfterSeconds: wait }
  }
  return {
    remaining: Math.max(0, limit - count),
    resetSeconds: secondsFrom(oldestAt),
    retryAfterSeconds: isRefused ? secondsFrom(awaitedAt) : 0,
  }
}
