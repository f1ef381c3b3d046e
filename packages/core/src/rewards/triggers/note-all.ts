import type { JobRepository } from "../../foundation/jobs/job-repository.ts"
import type { Ids } from "../../foundation/ports/ids.ts"
import { countingJobs, type Happening, heardBy, keysOf } from "./happening.ts"
import type { RewardTriggerRepository } from "./reward-trigger-repository.ts"

/**
 * Notes what happened, as `noteHappenings` does for operations; answers whether a job counts it. For
 * who has a bare transaction.
 */
export const noteAll = async (
  tx: {
    readonly rewardTriggers: Pick<RewardTriggerRepository, "listening">
    readonly jobs: Pick<JobRepository, "scheduleAll">
  },
  happenings: readonly Happening[],
  ids: Pick<Ids, "uuid">,
  now: Date,
): Promise<boolean> => {
  if (happenings.length === 0) return false
  const heard = heardBy(happenings, await tx.rewardTriggers.listening(keysOf(happenings)))
  if (heard.length === 0) return false
  await tx.jobs.scheduleAll(countingJobs(heard, ids, now, undefined))
  return true
}
