import type { Clock } from "../ports/clock.ts"
import type { Logger } from "../ports/logger.ts"
import type { ClaimedWork, JobOutcome, JobRunner, QueueClaim } from "./job-runner.ts"
import { type Occupant, type QueueName, queueNames } from "./job.ts"

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
 * The service's own work runs one job of a kind at a time. A group of deliveries is an endpoint; a
 * request that waits costs little, so there are many places. Later attempts have places of their
 * own, so that first attempts never wait behind them.
 */
export const defaultPlaces: Places = {
  work: { total: 4, perGroup: 1 },
  webhooks: { total: 256, perGroup: 4 },
  "webhook-retries": { total: 128, perGroup: 2 },
}

/**
 * No organization runs more jobs of a queue than half of the places that it leaves free. However
 * many of them fill theirs with slow endpoints, the next one finds a place: after ten of them, 42 of
 * 256 are still free.
 */
const organizationShare = 1 / 2

/** Other processes may add work at any moment, so nothing sleeps longer. */
const longestSleepMs = 1000
/** A loop that fails must not spin. */
const pauseAfterFailureMs = 1000
/** How often to look whether running jobs have ended when no more are claimed. */
const idleLookMs = 5
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
      return await jobs.turn({ claims: true })
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

/** The jobs that this process runs now. */
const openJobsInFlight = (
  { runner, clock, places = defaultPlaces }: LoopParts,
  wake: () => void,
) => {
  const inFlight = new Set<ClaimedWork>()
  /** What jobs came to that no turn has taken up. */
  const ended = new Map<ClaimedWork, JobOutcome>()

  const begin = (work: ClaimedWork): void => {
    inFlight.add(work)
    void runner.run(work).then((outcome) => {
      ended.set(work, outcome)
      wake()
    })
  }

  /** Claims for all free places. Those of jobs that end in this turn are free. */
  const claimsBeside = (ending: ReadonlyMap<ClaimedWork, JobOutcome>): readonly QueueClaim[] => {
    const running = Map.groupBy(
      [...inFlight].filter((work) => !ending.has(work)).map(({ job }) => job),
      ({ queue }) => queue,
    )
    return queueNames.flatMap((queue) => {
      const own: readonly Occupant[] = running.get(queue) ?? []
      const { total, perGroup } = places[queue]
      const limit = total - own.length
      return limit > 0 ? [{ queue, limit, perGroup, organizationShare, running: own }] : []
    })
  }

  /**
   * One transaction: writes what jobs came to, and fills all free places if `claims`. Answers for
   * how many milliseconds to wait for more.
   */
  const turn = async ({ claims }: { readonly claims: boolean }): Promise<number> => {
    const began = clock.now()
    const ending = new Map(ended)
    ended.clear()
    const wanted = claims ? claimsBeside(ending) : []
    if (ending.size === 0 && wanted.length === 0) return longestSleepMs
    try {
      const { work, nextDue } = await runner.turn([...ending.values()], wanted)
      work.forEach(begin)
      // What was due and not claimed waits for a full group or organization, whose end wakes the
      // loop.
      if (nextDue === undefined || nextDue <= began) return longestSleepMs
      return Math.min(Math.max(nextDue.getTime() - clock.now().getTime(), 0), longestSleepMs)
    } finally {
      for (const work of ending.keys()) inFlight.delete(work)
    }
  }

  return {
    turn,
    /** Resolves when no job runs and what they came to is written. Claims none. */
    idle: async (): Promise<void> => {
      while (inFlight.size > 0)
        if (ended.size > 0) await turn({ claims: false })
        else await pause(idleLookMs)
    },
  }
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
