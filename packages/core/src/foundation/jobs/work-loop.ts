import type { Clock } from "../ports/clock.ts"
import type { Logger } from "../ports/logger.ts"
import type { Worker } from "./worker.ts"

/** Background work that runs in this process. */
export interface RunningWork {
  /** Finishes what is being done and stops. */
  readonly stop: () => Promise<void>
}

/** A loop over the queue, and the way to hold it still. */
export interface WorkLoop {
  /** Starts the loop; while it runs, answers the one that runs. */
  readonly run: () => RunningWork
  readonly isRunning: () => boolean
  /** Runs `work` while the loop rests, so that this process does no background work meanwhile. */
  readonly alone: <A>(work: () => Promise<A>) => Promise<A>
}

/** Other processes may add work at any moment, so nothing sleeps longer. */
const longestSleepMs = 1000
/** A worker that fails must not spin. */
const pauseAfterFailureMs = 1000

/** Opens a loop that does due work, then sleeps until more is due. Nothing runs yet. */
export const openWorkLoop = (work: Worker, clock: Clock, logger: Logger | undefined): WorkLoop => {
  let running: RunningWork | undefined
  let turn: Promise<unknown> = Promise.resolve()

  const alone = <A>(task: () => Promise<A>): Promise<A> => {
    const mine = turn.then(task)
    turn = mine.catch(() => undefined)
    return mine
  }

  const round = async (): Promise<number> => {
    try {
      await work.runDue()
      const next = await work.nextDue()
      const dueIn = next === undefined ? longestSleepMs : next.getTime() - clock.now().getTime()
      return Math.min(Math.max(dueIn, 0), longestSleepMs)
    } catch (reason) {
      logger?.error(
        { reason: reason instanceof Error ? reason.message : String(reason) },
        "background work failed",
      )
      return pauseAfterFailureMs
    }
  }

  const start = (): RunningWork => {
    let isStopped = false
    let wake: (() => void) | undefined
    const sleep = (ms: number): Promise<void> =>
      new Promise((resolve) => {
        const timer = setTimeout(resolve, ms)
        wake = () => {
          clearTimeout(timer)
          resolve()
        }
      })
    const loop = (async () => {
      while (!isStopped) {
        const ms = await alone(round)
        if (!isStopped) await sleep(ms)
      }
    })()
    return {
      stop: async () => {
        isStopped = true
        running = undefined
        wake?.()
        await loop
      },
    }
  }

  return { alone, isRunning: () => running !== undefined, run: () => (running ??= start()) }
}
