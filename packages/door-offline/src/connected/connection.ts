/**
 * How many results a connection is judged by, and how many failures among them are too many (as
 * libpretixsync does).
 */
export const RESULTS_LOOKED_AT = 5
export const FAILURES_TOO_MANY = 2

/** Whether to wait for the service before answering a tap. */
export interface Connection {
  readonly isUp: () => boolean
  readonly succeeded: () => void
  readonly failed: () => void
  /** The platform says that there is no network: nothing has to fail first. */
  readonly cut: () => void
}

/**
 * Two failures among the last five results take the door offline, so that one slow answer does not
 * and a bad line does. Any success from then on, which the background brings, takes it back online
 * with a clean slate.
 */
export const openConnection = (): Connection => {
  let results: readonly boolean[] = []
  let isUp = true
  return {
    isUp: () => isUp,
    succeeded: () => {
      results = isUp ? [...results, true].slice(-RESULTS_LOOKED_AT) : []
      isUp = true
    },
    failed: () => {
      results = [...results, false].slice(-RESULTS_LOOKED_AT)
      if (results.filter((each) => !each).length >= FAILURES_TOO_MANY) isUp = false
    },
    cut: () => {
      isUp = false
    },
  }
}
