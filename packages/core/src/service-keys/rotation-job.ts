import type { Clock } from "../foundation/ports/clock.ts"
import type { Ids } from "../foundation/ports/ids.ts"
import type { Storage } from "../foundation/storage/storage.ts"
import { workJob } from "../foundation/jobs/job.ts"
import type { JobHandler } from "../foundation/jobs/job-kind.ts"

export const keyRotationKind = "key-rotation"

const dayMs = 86_400_000

/**
 * Once a day: takes what is due of the rotation of the service's keys. `rotateDueKeys` is that
 * operation, run by the host.
 */
export const keyRotation =
  (clock: Clock, rotateDueKeys: () => Promise<void>): JobHandler =>
  async () => {
    await rotateDueKeys()
    return new Date(clock.now().getTime() + dayMs)
  }

/** Sees to it that the rotation is in the queue, once. */
export const scheduleKeyRotation = async (
  storage: Storage,
  clock: Clock,
  ids: Ids,
): Promise<void> => {
  const now = clock.now()
  const job = workJob({
    uuid: ids.uuid(),
    kind: keyRotationKind,
    key: keyRotationKind,
    dueAt: new Date(now.getTime() + dayMs),
    createdAt: now,
  })
  await storage.transact("write", (tx) => tx.jobs.schedule(job))
}
