import { createRequire } from "node:module"
import { dirname, join, sep } from "node:path"
import { Worker } from "node:worker_threads"

/**
 * How the log is moved into the file: `PASSIVE` disturbs nobody and moves what it can; `RESTART`
 * moves all of it and lets the next writer begin the log anew.
 */
export type CheckpointKind = "PASSIVE" | "RESTART"

/** What became of a checkpoint. */
export interface CheckpointOutcome {
  /** False when others read or write for too long, or when it failed. */
  readonly isDone: boolean
  /** What SQLite failed with. */
  readonly failure?: string | undefined
}

/** A thread with a connection of its own, which runs checkpoints one after the other. */
export interface CheckpointThread {
  /** Runs a checkpoint. Rejects when the thread has ended. */
  readonly run: (kind: CheckpointKind) => Promise<CheckpointOutcome>
  /** Keeps the process alive until {@link CheckpointThread.release}. */
  readonly hold: () => void
  /** Lets the process end although the thread is there, which is how the thread begins. */
  readonly release: () => void
  /** Ends the thread after what it was asked for. Resolves when its connection is closed. */
  readonly stop: () => Promise<void>
}

/** How long a `RESTART` waits for those who still read the log or write. */
const busyForMs = 50

/**
 * The program of the thread, as text: there is no file that a bundler could fail to take along.
 * `process.getBuiltinModule` is there whatever kind of module Node takes the text for.
 */
const program = `
const builtin = process.getBuiltinModule
const { parentPort, workerData } = builtin("node:worker_threads")
const { driver, file, busyForMs } = workerData
const Database = builtin("node:module").createRequire(driver)(driver)
const database = new Database(file, { fileMustExist: true, timeout: busyForMs })
parentPort.on("message", (kind) => {
  if (kind === "STOP") {
    database.close()
    parentPort.close()
    return
  }
  try {
    const [{ busy }] = database.pragma("wal_checkpoint(" + kind + ")")
    parentPort.postMessage({ isDone: busy === 0 })
  } catch (reason) {
    const isBusy = /^SQLITE_(BUSY|LOCKED)/.test(String(reason.code))
    parentPort.postMessage({ isDone: false, failure: isBusy ? undefined : String(reason) })
  }
})
`

/**
 * Starts a thread for a file.
 *
 * @throws {Error} when there can be none: this process may not start threads, or its copy of
 * better-sqlite3 is not to be found.
 */
export const startCheckpointThread = (file: string): CheckpointThread => {
  const worker = new Worker(program, {
    eval: true,
    execArgv: [],
    workerData: { driver: loadedDriver(loadedModules()), file, busyForMs },
  })
  const waiting: PromiseWithResolvers<CheckpointOutcome>[] = []
  let failure: Error | undefined
  const ended = new Promise<void>((resolve) => {
    worker.once("error", (reason) => {
      failure = reason instanceof Error ? reason : new Error(String(reason))
    })
    worker.once("exit", () => {
      failure ??= new Error("The thread has ended.")
      for (const { reject } of waiting.splice(0)) reject(failure)
      resolve()
    })
  })
  worker.on("message", (outcome: CheckpointOutcome) => waiting.shift()?.resolve(outcome))
  worker.unref()
  return {
    run: (kind) => {
      if (failure !== undefined) return Promise.reject(failure)
      const place = Promise.withResolvers<CheckpointOutcome>()
      waiting.push(place)
      worker.postMessage(kind)
      return place.promise
    },
    hold: () => worker.ref(),
    release: () => worker.unref(),
    stop: () => {
      worker.ref()
      worker.postMessage("STOP")
      return ended
    },
  }
}

const loadedModules = (): readonly string[] =>
  Object.keys(createRequire(join(process.cwd(), "any")).cache)

const driverEnd = join("better-sqlite3", "lib", "index.js")

/**
 * The path of the copy of better-sqlite3 that this process has loaded. The thread must load that
 * one and no other: two copies of SQLite in one process do not know of each other's locks on a
 * file, and closing it in one of them drops those of the other
 * (https://sqlite.org/howtocorrupt.html, 2.2.1).
 *
 * @throws {Error} when it cannot be told.
 */
export const loadedDriver = (modules: readonly string[]): string => {
  const [driver, ...others] = modules.filter((path) => path.endsWith(sep + driverEnd))
  if (driver === undefined || others.length > 0)
    throw new Error(
      "The copy of better-sqlite3 that this process uses was not found among its modules. A program that bundles this package must leave better-sqlite3 outside of the bundle.",
    )
  const folder = dirname(dirname(driver)) + sep
  const foreign = modules.find(
    (path) => path.endsWith(".node") && /better.sqlite3/.test(path) && !path.startsWith(folder),
  )
  if (foreign !== undefined)
    throw new Error(`This process has loaded another copy of better-sqlite3: ${foreign}.`)
  return driver
}
