import type { JobHandler } from "../../foundation/jobs/job-kind.ts"
import { limits } from "../../foundation/kernel/limits.ts"
import type { Clock } from "../../foundation/ports/clock.ts"
import { isGivenUp, type MirrorTask } from "./mirroring.ts"

/**
 * Copies an image or a document of another host. `copy` answers `false` while the host fails; on the
 * last time that it is asked, it settles that there is no copy.
 */
export const rewardMirror =
  (
    clock: Clock,
    copy: (
      task: MirrorTask & { readonly isLast: boolean },
      requestId: string | undefined,
    ) => Promise<boolean>,
  ): JobHandler =>
  async ({ payload, createdAt, requestId }) => {
    const task = {
      transactionId: String(payload["transaction"]),
      sourceHash: String(payload["source"]),
      isLast: isGivenUp(createdAt, clock.now()),
    }
    if (await copy(task, requestId)) return undefined
    return new Date(clock.now().getTime() + limits.mirrorPauseMs)
  }
