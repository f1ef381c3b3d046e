import type { Clock } from "../ports/clock.ts"
import type { Ids } from "../ports/ids.ts"
import type { Storage } from "../storage/storage.ts"
import { workJob } from "./job.ts"
import type { JobHandler } from "./job-kind.ts"

const dayMs = 86_400_000

/** What a turn of daily work came to: `more` has it run again at once, behind other work. */
type Turn = "done" | "more"

/**
 * Work that comes again a day after it was done. A job of the same kind with a key of its own is
 * done once.
 */
export const daily =
  (clock: Clock, work: () => Promise<Turn>): JobHandler =>
  async ({ kind, key }) => {
    if ((await work()) === "more") return clock.now()
    return key === kind ? dayAfter(clock.now()) : undefined
  }

/** Sees to it that each kind of daily work is in the queue, once; new ones are due in a day. */
export const scheduleDaily = async (
  { storage, clock, ids }: { readonly storage: Storage; readonly clock: Clock; readonly ids: Ids },
  kinds: Iterable<string>,
): Promise<void> => {
  const createdAt = clock.now()
  const jobs = [...kinds].map((kind) =>
    workJob({ uuid: ids.uuid(), kind, key: kind, dueAt: dayAfter(createdAt), createdAt }),
  )
  await storage.transact("write", async (tx) => {
    for (const job of jobs) await tx.jobs.schedule(job)
  })
}

const dayAfter = (moment: Date): Date => new Date(moment.getTime() + dayMs)
