import type { Logger, Symbolon } from "@symbolon/core"

/** Background work of a running server. */
export interface WorkLoop {
  /** Runs `work` while the loop rests, so that nobody else does background work meanwhile. */
  readonly alone: <A>(work: () => Promise<A>) => Promise<A>
  /** Finishes what is being done and stops. */
  readonly stop: () => Promise<void>
}

/** Other processes may add work at any moment, so nothing sleeps longer. */
const longestSleepMs = 1000
/** A worker that fails must not spin. */
const pauseAfterFailureMs = 1000

/** Does due work, then sleeps until more is due. */
export const openWorkLoop = (symbolon: Pick<Symbolon, "work" | "clock">, logger: Logger | undefined): WorkLoop => {
  let isStopped = false
  let wake: (() => void) | undefined
  let turn: Promise<unknown> = Promise.resolve()

  const alone = <A>(work: () => Promise<A>): Promise<A> => {
    const mine = turn.then(work)
    turn = mine.catch(() => undefined)
    return mine
  }

  const sleep = (ms: number): Promise<void> =>
    new Promise((resolve) => {
      const timer = setTimeout(resolve, ms)
      wake = () => {
        clearTimeout(timer)
        resolve()
      }
    })

  const round = async (): Promise<number> => {
    try {
      await symbolon.work.runDue()
      const next = await symbolon.work.nextDue()
      const dueIn = next === undefined ? longestSleepMs : next.getTime() - symbolon.clock.now().getTime()
      return Math.min(Math.max(dueIn, 0), longestSleepMs)
    } catch (reason) {
      logger?.error({ reason: reason instanceof Error ? reason.message : String(reason) }, "background work failed")
      return pauseAfterFailureMs
    }
  }

  const loop = (async () => {
    while (!isStopped) {
      const ms = await alone(round)
      if (!isStopped) await sleep(ms)
    }
  })()

  return {
    alone,
    stop: async () => {
      isStopped = true
      wake?.()
      await loop
    },
  }
}
