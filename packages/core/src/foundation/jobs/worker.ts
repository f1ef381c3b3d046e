import type { Clock } from "../ports/clock.ts"
import type { Repositories, Storage } from "../storage/storage.ts"
import type { JobRunner } from "./job-runner.ts"
import { type BuriedJob, type QueueName, queueNames } from "./job.ts"

/** Runs due work. Any number of processes may; none does another's job. */
export interface Worker {
  /**
   * Takes a few of the jobs due by now and runs them: the service's own one after the other,
   * deliveries side by side. Answers how many. Ask again until it answers 0.
   */
  readonly runDue: () => Promise<number>
  /** When there will be something to do; undefined when nothing waits. */
  readonly nextDue: () => Promise<Date | undefined>
  /** Jobs that were given up, in ascending order of uuid, after `after`. */
  readonly buried: (after: string | undefined, limit: number) => Promise<readonly BuriedJob[]>
  /** Puts a job that was given up back into its queue, due now; `false` when it is not there. */
  readonly restore: (uuid: string) => Promise<boolean>
}

const claimMax = 16
const nothingBusy: ReadonlyMap<string, number> = new Map()

/** Opens the worker over the queue in storage. */
export const openWorker = (storage: Storage, clock: Clock, runner: JobRunner): Worker => {
  const runQueue = async (queue: QueueName): Promise<number> => {
    const claimed = await runner.claim({
      queue,
      limit: claimMax,
      perGroup: claimMax,
      busy: nothingBusy,
    })
    if (queue === "work") for (const work of claimed) await runner.settle([await runner.run(work)])
    else if (claimed.length > 0) await runner.settle(await Promise.all(claimed.map(runner.run)))
    return claimed.length
  }
  return {
    runDue: async () => {
      let count = 0
      for (const queue of queueNames) count += await runQueue(queue)
      return count
    },
    nextDue: () => storage.transact("read", (tx) => earliestDue(tx, queueNames)),
    buried: (after, limit) => storage.transact("read", (tx) => tx.jobs.buried(after, limit)),
    restore: (uuid) => storage.transact("write", (tx) => tx.jobs.restore(uuid, clock.now())),
  }
}

/** When the first job of the queues can be claimed. */
export const earliestDue = async (
  tx: Repositories,
  queues: readonly QueueName[],
): Promise<Date | undefined> => {
  let earliest: Date | undefined
  for (const queue of queues) {
    const due = await tx.jobs.nextDue(queue)
    if (due !== undefined && (earliest === undefined || due < earliest)) earliest = due
  }
  return earliest
}
