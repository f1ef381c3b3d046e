/**
 * Tells the time. The domain clock decides terms, tokens, leases and ids; the wall clock only
 * transport deadlines and log stamps.
 */
export interface Clock {
  /** The present moment, millisecond precision. Operations read it once and pass it on. */
  readonly now: () => Date
}

/** Starts to measure; the function it returns tells the milliseconds since, with fractions. */
export type Stopwatch = () => () => number
