/**
 * A store cannot do its work now and may do it later: the database is down or does not answer,
 * another process holds it, the disk is full, the server of the files does not answer. Adapters reject with it; callers of the core get
 * `Unavailable` (503). The message is for the log and may name hosts and files.
 */
export class StorageUnavailable extends Error {
  override readonly name = "StorageUnavailable"
  /** Whether the store went away during a commit, so that the transaction may have been kept. */
  readonly isOutcomeUnknown: boolean
  readonly store: "database" | "files"
  constructor(
    message: string,
    {
      cause,
      isOutcomeUnknown = false,
      store = "database",
    }: {
      readonly cause?: unknown
      readonly isOutcomeUnknown?: boolean
      /** Which one it is. */
      readonly store?: "database" | "files"
    } = {},
  ) {
    super(message, { cause })
    this.isOutcomeUnknown = isOutcomeUnknown
    this.store = store
  }
}

/**
 * Whether a store rejected because it cannot work now. By name, since an adapter may carry its own
 * copy of the class.
 */
export const isStorageUnavailable = (reason: unknown): reason is StorageUnavailable =>
  reason instanceof Error && reason.name === "StorageUnavailable"
