import { Unavailable } from "../../foundation/errors/refusals.ts"
import type { JobHandler } from "../../foundation/jobs/job-kind.ts"
import type { Clock } from "../../foundation/ports/clock.ts"
import { type PrefetchedCopy, refetchAt, retryAt } from "./prefetching.ts"

/**
 * Fetches the content of a reward that another host has, and again before each copy expires.
 * `fetch` answers the copy; undefined when the reward is not there any more.
 */
export const rewardPrefetch =
  (
    clock: Clock,
    fetch: (
      transactionId: string,
      requestId: string | undefined,
    ) => Promise<PrefetchedCopy | undefined>,
  ): JobHandler =>
  async ({ payload, createdAt, requestId }) => {
    try {
      const copy = await fetch(String(payload["transaction"]), requestId)
      return copy === undefined ? undefined : refetchAt(copy, clock.now())
    } catch (refusal) {
      if (!(refusal instanceof Unavailable)) throw refusal
      return retryAt(createdAt, clock.now())
    }
  }
