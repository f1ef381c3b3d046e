import type { Clock } from "../ports/clock.ts"
import type { Ids } from "../ports/ids.ts"
import type { Logger } from "../ports/logger.ts"
import type { Storage } from "../storage/storage.ts"
import type { ClaimedJob, Job } from "./job.ts"

/**
 * Does one job. Answers when it wants to run again; undefined when it is done. What it throws is
 * retried with growing pauses, and given up after {@link attemptsMax} attempts, counted anew
 * whenever it runs again because it wants to.
 */
export type JobHandler = (job: ClaimedJob) => Promise<Date | undefined>

/** Runs due work. Any number of processes may; none does another's job. */
export interface Worker {
  /**
   * Takes a few of the jobs due by now and runs them one after the other; answers how many. Ask
   * again until it answers 0.
   */
  readonly runDue: () => Promise<number>
  /** When there will be something to do; undefined when nothing waits. */
  readonly nextDue: () => Promise<Date | undefined>
}

const leaseMs = 60_000
const claimMax = 16
export const attemptsMax = 10
const pauseFirstMs = 1_000
const pauseMostMs = 3_600_000

/** How long a failed job waits before it is tried again: doubling from one second to an hour. */
export const pauseAfter = (attempts: number): number =>
  Math.min(pauseFirstMs * 2 ** (attempts - 1), pauseMostMs)

const anew = ({ kind, key, payload, createdAt }: Job, uuid: string, dueAt: Date): Job => ({
  uuid,
  kind,
  key,
  payload,
  dueAt,
  attempts: 0,
  createdAt,
})

/** Opens the worker over the queue in storage. */
export const openWorker = (
  storage: Storage,
  clock: Clock,
  ids: Ids,
  handlers: ReadonlyMap<string, JobHandler>,
  logger: Logger | undefined,
): Worker => {
  const claim = (): Promise<readonly ClaimedJob[]> =>
    storage.transact("write", (tx) => {
      const now = clock.now()
      return tx.jobs.claim({ now, leaseUntil: new Date(now.getTime() + leaseMs), limit: claimMax })
    })

  const run = async (job: ClaimedJob): Promise<void> => {
    try {
      const handler = handlers.get(job.kind)
      if (handler === undefined) throw new Error(`No handler for jobs of kind ${job.kind}.`)
      const again = await handler(job)
      await storage.transact("write", async (tx) => {
        const isOurs = await tx.jobs.complete(job.uuid, job.token)
        // A new job: with the attempts of this one it would be given up one day at its first
        // failure.
        if (isOurs && again !== undefined) await tx.jobs.schedule(anew(job, ids.uuid(), again))
      })
    } catch (reason) {
      await giveBack(job, reason)
    }
  }

  const giveBack = async (job: ClaimedJob, cause: unknown): Promise<void> => {
    const reason = cause instanceof Error ? cause.message : String(cause)
    logger?.error({ job: job.uuid, kind: job.kind, attempts: job.attempts, reason }, "a job failed")
    const dueAt = new Date(clock.now().getTime() + pauseAfter(job.attempts))
    await storage.transact("write", (tx) =>
      job.attempts >= attemptsMax
        ? tx.jobs.bury(job.uuid, job.token, reason)
        : tx.jobs.retry(job.uuid, job.token, dueAt, reason),
    )
  }

  return {
    runDue: async () => {
      const jobs = await claim()
      for (const job of jobs) await run(job)
      return jobs.length
    },
    nextDue: () => storage.transact("read", (tx) => tx.jobs.nextDue()),
  }
}
