import { isStorageUnavailable, type StorageUnavailable } from "../kernel/storage-unavailable.ts"
import { StorageFailed, Unavailable } from "./refusals.ts"

/** How long a caller is told to wait for a store that is down, in seconds. */
export const storeRetryAfterSeconds = 5

/**
 * The failure that a caller gets: {@link Unavailable} where the store cannot work now, with the
 * store's own words as its cause; anything else as it is.
 */
export const failureOf = (failure: unknown): unknown => {
  const thrown = failure instanceof StorageFailed ? failure.cause : failure
  if (!isStorageUnavailable(thrown)) return failure
  return new Unavailable({
    reason: reasonOf(thrown),
    retryAfterSeconds: storeRetryAfterSeconds,
    cause: thrown,
  })
}

const reasonOf = ({ isOutcomeUnknown, store }: StorageUnavailable): string => {
  if (store === "files") return "The file store does not answer."
  return isOutcomeUnknown ? wentAway : "The database does not answer."
}

const wentAway =
  "The database connection was lost during the write. Before you repeat the call, read whether the change was saved."
