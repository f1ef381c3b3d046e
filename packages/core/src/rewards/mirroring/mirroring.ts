import { type Job, workJob } from "../../foundation/jobs/job.ts"
import { limits } from "../../foundation/kernel/limits.ts"
import type { OutgoingResult } from "../../foundation/ports/outgoing-http.ts"

/** The job that copies an image or a document of another host. */
export const mirrorKind = "reward-mirror"

/** No two unfinished jobs copy the same: every receiver of a reward waits for one. */
export const mirrorKey = (sourceHash: string): string => `${mirrorKind} ${sourceHash}`

/** What to copy: the content of the transaction says where it is. */
export interface MirrorTask {
  readonly transactionId: string
  readonly sourceHash: string
}

/** The job that copies what a reward names that was issued now. */
export const mirrorJob = (
  uuid: string,
  { transactionId, sourceHash }: MirrorTask,
  organizationUuid: string,
  now: Date,
  requestId: string | undefined,
): Job => ({
  ...workJob({
    uuid,
    kind: mirrorKind,
    key: mirrorKey(sourceHash),
    payload: { transaction: transactionId, source: sourceHash },
    dueAt: now,
    createdAt: now,
  }),
  // It waits for a host of somebody's: not among the service's own work, which waits for nobody.
  queue: "webhook-retries",
  // Slow hosts of one organization hold up nobody else's.
  groupKey: `${mirrorKind} ${organizationUuid}`,
  organizationUuid,
  requestId,
})

/** Whether a host that failed is asked no more, `since` the job was made. */
export const isGivenUp = (since: Date, now: Date): boolean =>
  now.getTime() - since.getTime() >= limits.mirrorGivenUpMs

/** Bytes that a host sent; or why there are none, and whether it may have them later. */
export type MirrorAnswer =
  | { readonly kind: "bytes"; readonly bytes: Uint8Array }
  | { readonly kind: "refused" }
  | { readonly kind: "failed" }

const passing: readonly number[] = [408, 425, 429]

/** What the answer of a host means. A redirect is a refusal: nothing follows it. */
export const mirrorAnswerOf = (result: OutgoingResult): MirrorAnswer => {
  if (result.kind === "failure")
    return result.code === "url_refused" || result.code === "blocked_address"
      ? { kind: "refused" }
      : { kind: "failed" }
  const { status, isCut, body } = result
  if (status >= 500 || passing.includes(status)) return { kind: "failed" }
  if (status < 200 || status > 299 || isCut || body.length === 0) return { kind: "refused" }
  return { kind: "bytes", bytes: body }
}
