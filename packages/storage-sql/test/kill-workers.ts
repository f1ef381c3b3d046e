import type { ChildProcess } from "node:child_process"
import { once } from "node:events"
import { setTimeout as pause } from "node:timers/promises"
import type { Chance } from "../../core/test/fixtures/chance.ts"
import { linesOf, startModule } from "./processes.ts"
import { clockRate } from "./webhook-worker.ts"

/** How long a job is leased to a worker, on the clock of the machine. */
const leaseMs = 60_000 / clockRate

export interface KilledWorkers {
  /**
   * The module of a worker. It writes `ready` once it works, and a line for each answer it got. It
   * ends with the test, by {@link endWithParent}.
   */
  readonly child: string
  /** The arguments of the worker with this name; every worker has a name of its own. */
  readonly wordsOf: (name: string) => readonly (string | number)[]
  readonly chance: Chance
  /** How often a worker is killed or, every third time, halted. */
  readonly rounds: number
  /** Of the test: no worker outlives one that has timed out. */
  readonly signal: AbortSignal
}

/**
 * Runs two workers at a time, of which one or the other is killed with `kill -9` and started again, or
 * halted until its leases have ended. Kills both at the end, and when the test has timed out. Returns
 * the lines that all of them wrote.
 */
export const killWorkers = async ({
  child,
  wordsOf,
  chance,
  rounds,
  signal,
}: KilledWorkers): Promise<readonly string[]> => {
  const answered: string[] = []
  const workers: ChildProcess[] = []
  const begin = async (): Promise<ChildProcess> => {
    const worker = startModule(child, wordsOf(`w${workers.length}`))
    workers.push(worker)
    worker.stderr.pipe(process.stderr)
    const lines = linesOf(worker)
    worker.stdout.on("data", () => answered.push(...lines.take()))
    await once(worker.stdout, "data", { signal })
    return worker
  }
  try {
    const running = [await begin(), await begin()]
    for (let round = 0; round < rounds; round += 1) {
      await pause(200 + chance.below(800), undefined, { signal })
      const place = chance.below(2)
      const worker = running[place]
      if (round % 3 === 2) {
        worker?.kill("SIGSTOP")
        await pause(leaseMs * 1.5, undefined, { signal })
        worker?.kill("SIGCONT")
      } else {
        worker?.kill("SIGKILL")
        running[place] = await begin()
      }
    }
    return answered
  } finally {
    for (const worker of workers) worker.kill("SIGKILL")
    await Promise.all(workers.map(gone))
  }
}

/** Resolves when a process has ended and everything that it wrote has been read. */
const gone = async (worker: ChildProcess): Promise<void> => {
  if (worker.stdout?.closed !== true) await once(worker, "close")
}
