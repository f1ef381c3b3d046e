/** A transaction that ended. */
export interface TransactionNote {
  readonly mode: "read" | "write"
  /**
   * `committed`; `undone` by a refusal or an error; `unavailable` when the store could not work.
   */
  readonly outcome: "committed" | "undone" | "unavailable"
  /** How often the storage ran it again, after a deadlock or the like. */
  readonly retries: number
  /** Milliseconds from the call to its end, the wait for a connection included. */
  readonly ms: number
}

/** A batch of changes that the ledger took in one transaction. */
export interface LedgerBatchNote {
  /** How many changes were decided, refused ones included. */
  readonly size: number
  readonly ms: number
}

/** A run of a job that ended, after its end was written. */
export interface JobNote {
  /** One of the core's own kinds, or `unknown` for a kind that another version wrote. */
  readonly kind: string
  /**
   * - `done`: it will not run again.
   * - `again`: it succeeded and runs again later, as a daily job does.
   * - `failed`: it failed and is tried again.
   * - `buried`: it failed for the last time.
   * - `lost`: another worker has it, and nothing of this run was written.
   */
  readonly outcome: "done" | "again" | "failed" | "buried" | "lost"
}

/** An attempt to deliver an event to a webhook. */
export interface DeliveryAttemptNote {
  readonly outcome: "success" | "retry" | "failed"
  /** As in docs/webhooks.md; undefined for a success. */
  readonly errorCode: string | undefined
  /** Milliseconds on the wall clock. */
  readonly ms: number
}

/** A rate limit that refused. */
export interface LimitRefusedNote {
  /** What the limit counts, such as `write` or `sign`; never for whom. */
  readonly bucket: string
}

/** A manifest, or a delta of one, that was signed anew. */
export interface ManifestSignedNote {
  readonly kind: "manifest" | "delta"
}

/**
 * Gets a note of what the core did, for metrics. Every value of a note except a number is one of a
 * few: no note names an organization, a person or a thing. The methods are called on the path of
 * requests: they must return fast. What they throw is ignored.
 */
export interface Observer {
  readonly transaction: (note: TransactionNote) => void
  readonly ledgerBatch: (note: LedgerBatchNote) => void
  readonly job: (note: JobNote) => void
  readonly deliveryAttempt: (note: DeliveryAttemptNote) => void
  readonly limitRefused: (note: LimitRefusedNote) => void
  readonly manifestSigned: (note: ManifestSignedNote) => void
}
