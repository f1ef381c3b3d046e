/** What one slice of one side measured. */
export interface Sample {
  /** In the bench's unit. */
  readonly value: number
  /**
   * CPU time of whoever did the work, in microseconds per operation; undefined where it is the
   * value itself.
   */
  readonly cpu?: number
}

/** One side of a comparison. */
export interface Side {
  readonly name: string
  /** Measures one slice. Rejects when it measured nothing. */
  readonly measure: () => Promise<Sample>
}

/** Two sides that do the same work: ours is `a`, the limit or the peer is `b`. */
export interface Bench {
  readonly name: string
  readonly a: Side
  readonly b: Side
  /** Rates are better the higher, peaks of memory and CPU times the lower. */
  readonly unit: "/s" | "MB" | "µs"
  /**
   * What the ratio a / b should reach (`/s`) or stay under (`MB`), or by how much a may exceed b
   * (`µs`). A goal to look at, never a gate.
   */
  readonly aim?: number
  /** At least so many rounds, where slices are short. */
  readonly rounds?: number
  /** Throws unless both sides did the same work; runs before anything is timed. */
  readonly agree: () => void | Promise<void>
}

/** Benches that share what is costly to set up. */
export interface Suite {
  readonly name: string
  /**
   * Benches are asked for one by one, so that what one of them holds in memory need not weigh on
   * the others.
   */
  readonly open: () => Promise<{
    readonly benches: Iterable<Bench>
    readonly close: () => Promise<void>
  }>
}
