import type { Clock } from "../foundation/ports/clock.ts"
import type { Ids } from "../foundation/ports/ids.ts"
import type { Storage } from "../foundation/storage/storage.ts"
import { workJob } from "../foundation/jobs/job.ts"
import type { JobHandler } from "../foundation/jobs/job-kind.ts"

export const fileSweepKind = "file-sweep"

const dayMs = 86_400_000

/** Once a day: removes the bytes that nobody needs. `sweep` is that operation, run by the host. */
export const fileSweep =
  (clock: Clock, sweep: () => Promise<unknown>): JobHandler =>
  async () => {
    await sweep()
    return new Date(clock.now().getTime() + dayMs)
  }

/** Sees to it that the sweep is in the queue, once. */
export const scheduleFileSweep = async (
  storage: Storage,
  clock: Clock,
  ids: Ids,
): Promise<void> => {
  const now = clock.now()
  const job = workJob({
    uuid: ids.uuid(),
    kind: fileSweepKind,
    key: fileSweepKind,
    dueAt: new Date(now.getTime() + dayMs),
    createdAt: now,
  })
  await storage.transact("write", (tx) => tx.jobs.schedule(job))
}
