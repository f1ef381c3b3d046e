import type { JobKind } from "../foundation/jobs/job-kind.ts"
import type { ClaimedJob } from "../foundation/jobs/job.ts"
import { limits } from "../foundation/kernel/limits.ts"
import type { Clock } from "../foundation/ports/clock.ts"
import type { Ids } from "../foundation/ports/ids.ts"
import type { Repositories } from "../foundation/storage/storage.ts"
import { deliveryJob } from "./recording.ts"
import { redeliveryFrom, redeliveryJob, redeliveryOf } from "./redelivery.ts"

/**
 * Sends the deliveries of a range again, a slice for each job. The new deliveries, the job of the
 * next slice and the end of this job are one transaction, so that a worker that is killed sends
 * nothing twice.
 */
export const webhookRedelivery = ({
  clock,
  ids,
}: {
  readonly clock: Clock
  readonly ids: Pick<Ids, "uuid">
}): JobKind<undefined, undefined> => ({
  run: async () => ({ result: undefined }),
  finish: async (tx, ended) => {
    for (const { job } of ended) await writeSlice(tx, job, ids, clock.now())
  },
})

const writeSlice = async (
  tx: Repositories,
  job: ClaimedJob,
  ids: Pick<Ids, "uuid">,
  now: Date,
): Promise<void> => {
  const redelivery = redeliveryFrom(job)
  const { range, after, until } = redelivery
  const webhook = await tx.webhooks.find(range.webhookUuid)
  if (webhook?.isEnabled !== true) return
  const found = await tx.deliveries.inRange(range, after, limits.redeliveriesPerBatchMax)
  const meant = found.filter(({ uuid }) => uuid <= until)
  const deliveries = meant.map((delivery) => redeliveryOf(ids.uuid(), delivery, now))
  await tx.deliveries.addAll(deliveries)
  await tx.jobs.scheduleAll(
    deliveries.map((delivery) => deliveryJob(ids.uuid(), delivery, job.requestId)),
  )
  const last = meant.at(-1)
  if (last !== undefined && meant.length === limits.redeliveriesPerBatchMax)
    await tx.jobs.schedule({
      ...redeliveryJob(ids.uuid(), { ...redelivery, after: last.uuid }, now),
      requestId: job.requestId,
    })
}
