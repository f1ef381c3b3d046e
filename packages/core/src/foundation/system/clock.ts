import type { Clock, Stopwatch } from "../ports/clock.ts"

/**
 * The machine's own clock. One of the three places in the core that may ask the machine; the others
 * are its neighbours.
 */
export const systemClock: Clock = { now: () => new Date() }

/** Measures on the machine's monotonic clock, for metrics. */
export const systemStopwatch: Stopwatch = () => {
  const started = performance.now()
  return () => performance.now() - started
}
