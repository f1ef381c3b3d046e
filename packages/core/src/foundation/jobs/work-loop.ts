import type { Clock } from "../ports/clock.ts"
import type { Logger } from "../ports/logger.ts"
import type { ClaimedWork, JobOutcome, JobRunner } from "./job-runner.ts"
import { type QueueName, queueNames } from "./job.ts"

/** How work ends. */
export interface StopOptions {
  /**
   * When it aborts, nothing is waited for any longer: requests that jobs have out are aborted, and
   * those jobs are given back to the queue. Default: every running job is waited for.
   */
  readonly signal?: AbortSignal
}

/** Background work that runs in this process. */
export interface RunningWork {
  /**
   * Claims no more jobs, and resolves when the running ones have ended, or two seconds after
   * `signal` aborted. Another process does what still runs then when its lease of a minute has run
   * out.
   */
  readonly stop: (options?: StopOptions) => Promise<void>
}

/** A loop over the queues, and the way to hold it still. */
export interface WorkLoop {
  /** Starts the loop; while it runs, answers the one that runs. */
  readonly run: () => RunningWork
  /** Stops the loop; resolves at once where none was started. */
  readonly stop: RunningWork["stop"]
  readonly isRunning: () => boolean
  /** Looks for work now: some was scheduled. */
  readonly wake: () => void
  /** Runs `work` while the loop rests, so that this process does no background work meanwhile. */
  readonly alone: <A>(work: () => Promise<A>) => Promise<A>
}

/** How many jobs of a queue a process runs at once, and how many of those from one group. */
export type Places = Readonly<
  Record<QueueName, { readonly total: number; readonly perGroup: number }>
>

/**
 * The service's own work runs one job of a kind at a time. A group of deliveries is an endpoint, and
 * there are more places than all endpoints of one organization can take: a request that waits costs
 * little. Later attempts have places of their own, so that first attempts never wait behind them.
 */
export const defaultPlaces: Places = {
  work: { total: 4, perGroup: 1 },
  webhooks: { total: 256, perGroup: 4 },
  "webhook-retries": { total: 128, perGroup: 2 },
}

/** Other processes may add work at any moment, so nothing sleeps longer. */
const longestSleepMs = 1000
/** A loop that fails must not spin. */
const pauseAfterFailureMs = 1000
/** How long jobs may take to end after they were told to: one transaction and its commit. */
const endWithinMs = 2000

interface LoopParts {
  readonly runner: JobRunner
  readonly clock: Clock
  readonly logger: Logger | undefined
  readonly places?: Places
}

/** Opens a loop that does due work, then sleeps until more is due. Nothing runs yet. */
export const openWorkLoop = (parts: LoopParts): WorkLoop => {
  const sleep = openSleep()
  const jobs = openJobsInFlight(parts, sleep.wake)
  let running: RunningWork | undefined
  let latest: RunningWork | undefined
  let turn: Promise<unknown> = Promise.resolve()

  const inTurn = <A>(task: () => Promise<A>): Promise<A> => {
    const mine = turn.then(task)
    turn = mine.catch(() => undefined)
    return mine
  }

  const round = async (): Promise<number> => {
    try {
      return await jobs.claimMore()
    } catch (reason) {
      parts.logger?.error(
        { reason: reason instanceof Error ? reason.message : String(reason) },
        "background work failed",
      )
      return pauseAfterFailureMs
    }
  }

  const start = (): RunningWork => {
    let isStopped = false
    const loop = (async () => {
      while (!isStopped) {
        const ms = await inTurn(async () => (isStopped ? 0 : round()))
        if (!isStopped) await sleep.for(ms)
      }
      await jobs.idle()
    })()
    return (latest = {
      stop: async ({ signal } = {}) => {
        if (!isStopped) running = undefined
        isStopped = true
        sleep.wake()
        await (signal === undefined ? loop : endedBy(loop, signal))
      },
    })
  }

  const endedBy = async (loop: Promise<void>, signal: AbortSignal): Promise<void> => {
    if (await isFirst(loop, abortOf(signal))) return
    parts.runner.interrupt()
    // What a claim under way brings begins yet.
    void inTurn(async () => parts.runner.interrupt())
    await isFirst(loop, pause(endWithinMs))
  }

  return {
    run: () => (running ??= start()),
    stop: async (options) => latest?.stop(options),
    isRunning: () => running !== undefined,
    wake: sleep.wake,
    alone: (task) =>
      inTurn(async () => {
        await jobs.idle()
        return task()
      }),
  }
}

/** The jobs that this process runs now. Those that have ended are settled together. */
const openJobsInFlight = (
  { runner, clock, places = defaultPlaces }: LoopParts,
  wake: () => void,
) => {
  const inFlight = new Map<QueueName, Set<ClaimedWork>>(
    queueNames.map((queue) => [queue, new Set()]),
  )
  const of = (queue: QueueName) => inFlight.get(queue) ?? new Set()
  const freeIn = (queue: QueueName) => places[queue].total - of(queue).size
  let ended: (readonly [ClaimedWork, JobOutcome])[] = []
  let settling: Promise<void> | undefined

  const settleAll = async (): Promise<void> => {
    // Those that end in this moment are settled together.
    await Promise.resolve()
    while (ended.length > 0) {
      const batch = ended
      ended = []
      await runner.settle(batch.map(([, outcome]) => outcome))
      for (const [work] of batch) of(work.job.queue).delete(work)
      wake()
    }
    settling = undefined
  }

  const begin = (work: ClaimedWork): void => {
    of(work.job.queue).add(work)
    void runner.run(work).then((outcome) => {
      ended.push([work, outcome])
      settling ??= settleAll()
    })
  }

  return {
    /** Fills all free places; answers for how many milliseconds to wait for more. */
    claimMore: async (): Promise<number> => {
      const began = clock.now()
      const claims = queueNames
        .map((queue) => ({
          queue,
          limit: freeIn(queue),
          perGroup: places[queue].perGroup,
          busy: groupsOf(of(queue)),
        }))
        .filter(({ limit }) => limit > 0)
      if (claims.length === 0) return longestSleepMs
      const { work, nextDue } = await runner.claim(claims)
      work.forEach(begin)
      // What was due and not claimed waits for a full group, whose end wakes the loop.
      if (nextDue === undefined || nextDue <= began) return longestSleepMs
      return Math.min(Math.max(nextDue.getTime() - clock.now().getTime(), 0), longestSleepMs)
    },
    /** Resolves when no job runs. */
    idle: async (): Promise<void> => {
      const isIdle = () => queueNames.every((queue) => of(queue).size === 0)
      while (!isIdle()) await (settling ?? new Promise((resolve) => setTimeout(resolve, 5)))
    },
  }
}

const groupsOf = (work: ReadonlySet<ClaimedWork>): ReadonlyMap<string, number> => {
  const counts = new Map<string, number>()
  for (const { job } of work) counts.set(job.groupKey, (counts.get(job.groupKey) ?? 0) + 1)
  return counts
}

/** Whether `promise` settles before the other. */
const isFirst = (promise: Promise<void>, other: Promise<void>): Promise<boolean> =>
  Promise.race([promise.then(() => true), other.then(() => false)])

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))

const abortOf = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (signal.aborted) resolve()
    else signal.addEventListener("abort", () => resolve(), { once: true })
  })

/** A sleep that can be ended early; a wake while awake ends the next one. */
const openSleep = () => {
  let isWoken = false
  let end: (() => void) | undefined
  return {
    wake: (): void => {
      isWoken = true
      end?.()
    },
    for: async (ms: number): Promise<void> => {
      if (!isWoken)
        await new Promise<void>((resolve) => {
          const timer = setTimeout(resolve, ms)
          end = () => {
            clearTimeout(timer)
            resolve()
          }
        })
      end = undefined
      isWoken = false
    },
  }
}
