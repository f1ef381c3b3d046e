import { resolve } from "node:path"
import {
  type CheckpointKind,
  type CheckpointThread,
  startCheckpointThread,
} from "./checkpoint-thread.ts"
import type { Connection } from "./connection.ts"

/**
 * Moves the write-ahead log into the file. SQLite does it within a commit by default, on the thread
 * that commits: it grows with the file, and everybody waits for it.
 */
export interface Checkpoints {
  /** Looks at the log after a commit, and has a checkpoint begun if it is time for one. */
  readonly afterCommit: () => void
  /**
   * Resolves when the log has room for another group of writes: at once, or after a checkpoint that
   * lets it begin anew.
   */
  readonly room: () => Promise<void> | undefined
  /** Resolves when no checkpoint runs and none will. */
  readonly stop: () => Promise<void>
}

/** From how many pages on which checkpoint is run; a page has 4 KiB. */
export interface CheckpointLimits {
  /** Pages in the log that are not in the file yet: a checkpoint beside the writes. */
  readonly beside: number
  /** Pages in the log: the writer pauses for one after which the log begins anew. */
  readonly full: number
}

const pageBytes = 4_096

/** 4 MiB, as SQLite's own; and 64 MiB. */
const usual: CheckpointLimits = { beside: 1_000, full: 16_384 }

/** Where no thread can be started SQLite goes on doing it by itself, as it does by default. */
const automatic = 1_000

/**
 * How long to let the log grow after it could not begin anew, since somebody else reads in it for a
 * long time: a backup in another process does.
 */
const retryAfterMs = 2_000

/** A store in memory has no log. */
export const noCheckpoints: Checkpoints = {
  afterCommit: () => undefined,
  room: () => undefined,
  stop: async () => undefined,
}

/**
 * Checkpoints of the file that `connection` writes. Their thread is started when the log is long
 * enough for the first one, so that a command that writes little has none.
 */
export const openCheckpoints = (
  file: string,
  connection: Connection,
  onWarning: (message: string) => void,
  limits: CheckpointLimits = usual,
): Checkpoints => {
  const { database } = connection
  // The process may change its directory before the thread opens the file.
  const path = resolve(file)
  // A net, for a thread that hangs: twice what the log may have.
  database.pragma(`wal_autocheckpoint = ${2 * limits.full}`)
  // A log that somebody kept from beginning anew is cut when it does.
  database.pragma(`journal_size_limit = ${limits.full * pageBytes}`)
  const measure = database
    .prepare<[], readonly [number, number, number]>("pragma wal_checkpoint(noop)")
    .raw(true)
  let thread: CheckpointThread | undefined
  let [isOff, isRunning, isFull] = [false, false, false]
  /** How long the log was when a checkpoint was last begun. */
  let begunAt = 0
  let nextRestartAt = 0
  let lastFailure: string | undefined

  const giveUp = (reason: unknown): void => {
    if (isOff) return
    isOff = true
    isFull = false
    database.pragma(`wal_autocheckpoint = ${automatic}`)
    onWarning(`Checkpoints run on the main thread, where they delay writes. ${messageOf(reason)}`)
  }

  const checkpoint = async (kind: CheckpointKind): Promise<boolean> => {
    isRunning = true
    try {
      thread ??= startCheckpointThread(path)
      if (kind === "RESTART") thread.hold()
      const { isDone, failure } = await thread.run(kind)
      if (failure !== undefined && failure !== lastFailure)
        onWarning(`A checkpoint failed, so the write-ahead log grows: ${failure}`)
      lastFailure = failure
      return isDone
    } catch (reason) {
      giveUp(reason)
      return false
    } finally {
      isRunning = false
      if (kind === "RESTART") thread?.release()
    }
  }

  const beginAnew = async (): Promise<void> => {
    isFull = false
    if (!(await checkpoint("RESTART"))) nextRestartAt = performance.now() + retryAfterMs
  }

  return {
    afterCommit: () => {
      if (isOff) return
      const [, inLog, inFile] = measure.get() ?? [0, 0, 0]
      if (inLog < begunAt) begunAt = 0
      isFull = inLog >= limits.full
      if (isRunning || inLog - Math.max(inFile, begunAt) < limits.beside) return
      begunAt = inLog
      void checkpoint("PASSIVE")
    },
    room: () => (isFull && !isOff && performance.now() >= nextRestartAt ? beginAnew() : undefined),
    stop: async () => {
      isOff = true
      await thread?.stop()
    },
  }
}

const messageOf = (reason: unknown): string =>
  reason instanceof Error ? reason.message : String(reason)
