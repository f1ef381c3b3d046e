import { setTimeout as pause } from "node:timers/promises"
import { StorageUnavailable } from "@symbolon/core/storage"

/** Another process held the file for longer than we wait. */
const busyFor = (waitedMs: number, cause: unknown): StorageUnavailable =>
  new StorageUnavailable(
    `Another process has held the database's lock for ${Math.round(waitedMs)} ms.`,
    { cause },
  )

/** How long to wait for another process, and who hears of a long wait. */
export interface Patience {
  readonly busyForMs: number
  readonly onWarning: (message: string) => void
}

const [firstPauseMs, longestPauseMs] = [1, 20]
const warnAfterMs = 1_000

/**
 * Calls `attempt` until SQLite is not busy; answers undefined where it was not. The waiting is ours,
 * not SQLite's: its own `busy_timeout` would hold the whole process, timers and sockets included,
 * for as long as another one writes.
 */
export const untilFree = (attempt: () => void, patience: Patience): Promise<void> | undefined => {
  try {
    attempt()
    return undefined
  } catch (reason) {
    if (!isBusy(reason)) throw reason
    return tryAgain(attempt, patience)
  }
}

const tryAgain = async (attempt: () => void, { busyForMs, onWarning }: Patience): Promise<void> => {
  const startedAt = performance.now()
  let hasWarned = false
  for (let pauseMs = firstPauseMs; ; pauseMs = Math.min(pauseMs * 2, longestPauseMs)) {
    // Waits differ, so that two processes do not retry at the same moment.
    await pause(pauseMs * (0.5 + Math.random() / 2))
    try {
      return attempt()
    } catch (reason) {
      if (!isBusy(reason)) throw reason
      const waitedMs = performance.now() - startedAt
      if (waitedMs >= busyForMs) throw busyFor(waitedMs, reason)
      if (waitedMs >= warnAfterMs && !hasWarned) {
        hasWarned = true
        onWarning(
          `Waiting for another process that holds the database's lock for more than ${warnAfterMs} ms.`,
        )
      }
    }
  }
}

const isBusy = (reason: unknown): boolean => codeOf(reason).startsWith("SQLITE_BUSY")

const codeOf = (reason: unknown): string =>
  reason instanceof Error && "code" in reason && typeof reason.code === "string" ? reason.code : ""

/**
 * Result codes, with all that begin with them, of a file that may be well again later: somebody
 * holds it, the disk is full or fails, the file or its directory cannot be opened or written
 * (https://sqlite.org/rescode.html). A damaged file is not among them.
 */
const passing = [
  "BUSY",
  "LOCKED",
  "FULL",
  "IOERR",
  "CANTOPEN",
  "READONLY",
  "NOMEM",
  "PROTOCOL",
].map((name) => `SQLITE_${name}`)

/**
 * Returns the error of a rejected transaction: {@link StorageUnavailable} if SQLite cannot work
 * now, otherwise the reason unchanged.
 */
export const rejectionOf = (reason: unknown): unknown => {
  const code = codeOf(reason)
  if (
    !(reason instanceof Error) ||
    !passing.some((name) => code === name || code.startsWith(`${name}_`))
  )
    return reason
  return new StorageUnavailable(`SQLite cannot work now: ${reason.message} (${code}).`, {
    cause: reason,
  })
}
