import type { Clock } from "../ports/clock.ts"
import type { Repositories, Storage } from "../storage/storage.ts"
import { earliestDue, type JobRunner } from "./job-runner.ts"
import { type BuriedJob, type QueueName, queueNames } from "./job.ts"

/** What waits in a queue although it is due. */
export interface QueueBacklog {
  readonly queue: QueueName
  /** How many jobs could be claimed now; {@link backlogCountMax} stands for that many or more. */
  readonly due: number
  /** For how many milliseconds the first of them has been due; 0 when there is none. */
  readonly lagMs: number
}

/** No further than this is a backlog counted. */
export const backlogCountMax = 10_000

/** Runs due work. Any number of processes may; none does another's job. */
export interface Worker {
  /**
   * Takes a few of the jobs due by now and runs them: the service's own one after the other,
   * deliveries side by side. Answers how many. Ask again until it answers 0.
   */
  readonly runDue: () => Promise<number>
  /** When there will be something to do; undefined when nothing waits. */
  readonly nextDue: () => Promise<Date | undefined>
  /** How much is due in each queue, and for how long: for metrics, cheap enough for every scrape. */
  readonly queues: () => Promise<readonly QueueBacklog[]>
  /** Jobs that were given up, in ascending order of uuid, after `after`. */
  readonly buried: (after: string | undefined, limit: number) => Promise<readonly BuriedJob[]>
  /** Puts a job that was given up back into its queue, due now; `false` when it is not there. */
  readonly restore: (uuid: string) => Promise<boolean>
}

const claimMax = 16
/** A claim that takes what is due first, whosever it is. */
const unshared = { organizationShare: Infinity, running: [] } as const

/** Opens the worker over the queue in storage. */
export const openWorker = (storage: Storage, clock: Clock, runner: JobRunner): Worker => {
  const runQueue = async (queue: QueueName): Promise<number> => {
    const claim = { queue, limit: claimMax, perGroup: claimMax, ...unshared }
    const { work } = await runner.turn([], [claim])
    if (queue === "work") for (const one of work) await runner.turn([await runner.run(one)], [])
    else if (work.length > 0) await runner.turn(await Promise.all(work.map(runner.run)), [])
    return work.length
  }
  return {
    runDue: async () => {
      let count = 0
      for (const queue of queueNames) count += await runQueue(queue)
      return count
    },
    nextDue: () => storage.transact("read", (tx) => earliestDue(tx, queueNames)),
    queues: () =>
      storage.transact("read", async (tx) => {
        const backlogs: QueueBacklog[] = []
        for (const queue of queueNames) backlogs.push(await backlogOf(tx, queue, clock.now()))
        return backlogs
      }),
    buried: (after, limit) => storage.transact("read", (tx) => tx.jobs.buried(after, limit)),
    restore: (uuid) => storage.transact("write", (tx) => tx.jobs.restore(uuid, clock.now())),
  }
}

const backlogOf = async (tx: Repositories, queue: QueueName, now: Date): Promise<QueueBacklog> => {
  const first = await tx.jobs.nextDue(queue)
  if (first === undefined || first > now) return { queue, due: 0, lagMs: 0 }
  return {
    queue,
    due: await tx.jobs.countDue(queue, now, backlogCountMax),
    lagMs: now.getTime() - first.getTime(),
  }
}
