import { type Job, workJob } from "../../foundation/jobs/job.ts"
import { limits } from "../../foundation/kernel/limits.ts"

/** The job that fetches the content of another host before its holder asks for it. */
export const prefetchKind = "reward-prefetch"

/** The job for a reward that was issued; a reward has one. */
export const prefetchJob = (
  uuid: string,
  of: { readonly transactionId: string; readonly organizationUuid: string },
  now: Date,
  requestId: string | undefined,
): Job => ({
  ...workJob({
    uuid,
    kind: prefetchKind,
    key: `${prefetchKind} ${of.transactionId}`,
    payload: { transaction: of.transactionId },
    dueAt: now,
    createdAt: now,
  }),
  // It waits for a host of somebody's: not among the service's own work, which waits for nobody.
  queue: "webhook-retries",
  // Slow hosts of one organization hold up nobody else's.
  groupKey: `${prefetchKind} ${of.organizationUuid}`,
  organizationUuid: of.organizationUuid,
  requestId,
})

/** A copy that was there before the fetch, or is there since. */
export interface PrefetchedCopy {
  readonly expiresAt: Date | undefined
  readonly lifetimeMs: number
}

/**
 * When a copy is fetched again: a tenth of its lifetime before it expires. While its host does not
 * answer, that has come already, and it is asked again after a pause.
 */
export const refetchAt = (
  { expiresAt, lifetimeMs }: PrefetchedCopy,
  now: Date,
): Date | undefined => {
  if (expiresAt === undefined) return undefined
  const due = new Date(expiresAt.getTime() - lifetimeMs / 10)
  return due > now ? due : new Date(now.getTime() + limits.prefetchPauseMs)
}

/**
 * When a content of which there is no copy is asked for again, `since` it was issued; undefined once
 * that is left to whoever opens it.
 */
export const retryAt = (since: Date, now: Date): Date | undefined => {
  const isGivenUp = now.getTime() - since.getTime() >= limits.prefetchGivenUpMs
  return isGivenUp ? undefined : new Date(now.getTime() + limits.prefetchPauseMs)
}
