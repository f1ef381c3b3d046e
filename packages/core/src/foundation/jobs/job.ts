/** Work that any instance may take when it is due. */
export interface Job {
  readonly uuid: string
  /** Names the handler. */
  readonly kind: string
  /** At most one unfinished job has a given key; undefined never collides. */
  readonly key: string | undefined
  /** Plain JSON. */
  readonly payload: Readonly<Record<string, unknown>>
  readonly dueAt: Date
  readonly attempts: number
  readonly createdAt: Date
}

/**
 * A job that a worker took: until `leaseUntil` no other worker gets it, and only the worker with
 * `token` may finish it.
 */
export interface ClaimedJob extends Job {
  readonly leaseUntil: Date
  /** The fencing token: grows with every claim. */
  readonly token: number
}
