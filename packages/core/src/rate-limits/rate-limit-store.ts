/** What one request asks of one allowance. */
export interface Check {
  /** What is counted together. */
  readonly key: string
  /** Units to spend; 0 only looks, and is never refused. */
  readonly cost: number
  readonly limit: number
  readonly windowMs: number
  /**
   * Whether an unauthenticated caller can invent new keys of this kind. When the memory is full,
   * such keys are refused.
   */
  readonly isOpenEnded: boolean
}

/** Where an allowance stands after the request. */
export interface LimitState {
  /** Units left. */
  readonly remaining: number
  /** Seconds, rounded up, until the oldest spent unit comes back; 0 when none is spent. */
  readonly resetSeconds: number
  /**
   * Seconds, rounded up, after which `cost` units will be free if no other call takes them; 0 when
   * they were free.
   */
  readonly retryAfterSeconds: number
}

/** Whether all checks passed, and where each stands, in the order they were asked. */
export interface Taken {
  readonly allowed: boolean
  readonly states: readonly LimitState[]
}

/** Counts spent units over a sliding window. */
export interface RateLimitStore {
  /**
   * Spends the units of all checks, or of none: when one allowance lacks room, nothing is spent
   * anywhere. Exact: in no window of `windowMs` are more than `limit` units of a key spent, and a
   * request is never refused while there is room. A refused request leaves no trace, so that
   * a caller who keeps trying is let in as soon as one who waits. The keys of a request differ.
   *
   * Windows are measured by `now`, the caller's clock. Where callers in different processes share a
   * store, a unit comes back a window after it was spent, sooner or later by what their clocks
   * differ, which must be less than a minute.
   */
  readonly take: (checks: readonly Check[], now: Date) => Promise<Taken>
  /**
   * Removes up to `limit` keys that have counted nothing since `before`; answers how many. Left out
   * where nothing has to be removed.
   */
  readonly sweep?: (before: Date, limit: number) => Promise<number>
}
