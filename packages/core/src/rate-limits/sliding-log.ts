/**
 * The moments at which the units of one key were spent, oldest first, in a ring that grows up to
 * the limit. A unit comes back exactly one window after it was spent. Changed in place: it is asked
 * on every request, and its owner is {@link memoryRateLimitStore} alone.
 */
export interface SlidingLog {
  /** Milliseconds. */
  times: Float64Array
  oldest: number
  count: number
}

const firstCapacity = 4

/** A log in which nothing was spent. */
export const emptyLog = (): SlidingLog => ({
  times: new Float64Array(firstCapacity),
  oldest: 0,
  count: 0,
})

/**
 * Forgets what came back by `now`; and, after the clock was set back by more than a window, what
 * was spent in a future that never came.
 */
export const settle = (log: SlidingLog, windowMs: number, now: number): void => {
  if (log.count > 0 && timeAt(log, log.count - 1) > now + windowMs) log.count = 0
  while (log.count > 0 && timeAt(log, 0) + windowMs <= now) {
    log.oldest = (log.oldest + 1) % log.times.length
    log.count -= 1
  }
}

/** Spends `cost` units now. The caller has looked that there is room. */
export const spend = (log: SlidingLog, cost: number, now: number): void => {
  if (log.count + cost > log.times.length) grow(log, log.count + cost)
  // A clock that stepped back a little must not disturb the order: the unit counts as spent with
  // the newest one.
  const at = log.count > 0 ? Math.max(now, timeAt(log, log.count - 1)) : now
  for (let unit = 0; unit < cost; unit += 1) {
    log.times[(log.oldest + log.count) % log.times.length] = at
    log.count += 1
  }
}

/** When the unit at `index` (0 is the oldest) was spent, in milliseconds. */
export const timeAt = (log: SlidingLog, index: number): number =>
  log.times[(log.oldest + index) % log.times.length] ?? Number.NEGATIVE_INFINITY

const grow = (log: SlidingLog, needed: number): void => {
  const times = new Float64Array(Math.max(needed, log.times.length * 2))
  for (let index = 0; index < log.count; index += 1) times[index] = timeAt(log, index)
  log.times = times
  log.oldest = 0
}
