import { type Job, workJob } from "../../foundation/jobs/job.ts"
import { limits } from "../../foundation/kernel/limits.ts"
import type { Ids } from "../../foundation/ports/ids.ts"
import { subjectText } from "./happening.ts"

/** Whose rows are forgotten: those of a trigger, or of a user with all triggers. */
export type Forgotten =
  | { readonly triggerUuid: string }
  | {
      readonly userUuid: string
      /** As events are counted for the user. */
      readonly subject: string
    }

/** The kind of job that forgets what was counted for what was deleted. */
export const forgettingKind = "reward-trigger-forgetting"

const dayMs = 86_400_000

/** What is forgotten of a user. */
export const forgottenUser = (userUuid: string): Forgotten => ({
  userUuid,
  subject: subjectText({ userUuid, walletAddress: undefined }),
})

/**
 * The jobs that forget what was counted for what was deleted now: a day later, once what it was
 * about to issue has ended, and again when no door uploads anything of that time any more.
 */
export const forgettingJobs = (
  gone: Forgotten,
  ids: Pick<Ids, "uuid">,
  now: Date,
): readonly Job[] =>
  [1, limits.uploadHorizonDays + 1].map((days) =>
    workJob({
      uuid: ids.uuid(),
      kind: forgettingKind,
      key: undefined,
      payload: { gone },
      dueAt: new Date(now.getTime() + days * dayMs),
      createdAt: now,
    }),
  )

/** What a job forgets. */
export const forgottenIn = ({ payload }: Pick<Job, "payload">): Forgotten =>
  payload["gone"] as Forgotten
