import { type Job, workJob } from "../../foundation/jobs/job.ts"

/** The kind of job that sets free what is held by holds that have ended. */
export const expiredHoldsKind = "expired-holds"

/** One that looks when a hold ends; those that were overlooked are found once a day. */
export const expiredHoldsJob = (
  uuid: string,
  createdAt: Date,
  dueAt: Date,
  transactionId: string,
): Job =>
  workJob({
    uuid,
    kind: expiredHoldsKind,
    key: `${expiredHoldsKind}:${transactionId}`,
    dueAt,
    createdAt,
  })
