import { expiredHoldsJob, expiredHoldsKind } from "./expired-holds.ts"
import type { Clock } from "../../foundation/ports/clock.ts"
import type { Ids } from "../../foundation/ports/ids.ts"
import type { Storage } from "../../foundation/storage/storage.ts"
import type { JobHandler } from "../../foundation/jobs/job-kind.ts"

const dayMs = 86_400_000

/**
 * Sets free what is held by holds that have ended: when one of them ends, and once a day for those
 * that were overlooked. `releaseSome` answers how many it released; 0 when none is left.
 */
export const releaseExpired =
  (clock: Clock, releaseSome: () => Promise<number>): JobHandler =>
  async ({ key }) => {
    while ((await releaseSome()) > 0) continue
    return key === expiredHoldsKind ? new Date(clock.now().getTime() + dayMs) : undefined
  }

/** Sees to it that the job is in the queue, once. */
export const scheduleExpiredHolds = async (
  storage: Storage,
  clock: Clock,
  ids: Ids,
): Promise<void> => {
  const now = clock.now()
  const job = expiredHoldsJob(ids.uuid(), now, new Date(now.getTime() + dayMs))
  await storage.transact("write", (tx) => tx.jobs.schedule(job))
}
