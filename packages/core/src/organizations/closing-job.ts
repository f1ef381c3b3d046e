import { type Closing, closingOf, type ClosingReached } from "./closing.ts"
import type { Clock } from "../foundation/ports/clock.ts"
import type { JobHandler } from "../foundation/jobs/job-kind.ts"

/**
 * How long it keeps others in the queue waiting: far less than a lease, which this clock counts
 * too.
 */
const turnMs = 5_000

/**
 * Ends the memberships of an organization that was deleted, batch by batch, and gives way to other
 * work now and then; it then begins anew, and passes over what has ended. `closeMemberships` is
 * that operation, run by the host.
 */
export const organizationClosing =
  (
    clock: Clock,
    closeMemberships: (
      closing: Closing,
      from: ClosingReached | undefined,
      requestId: string | undefined,
    ) => Promise<ClosingReached | undefined>,
  ): JobHandler =>
  async (job) => {
    const closing = closingOf(job)
    const until = clock.now().getTime() + turnMs
    let reached: ClosingReached | undefined
    do {
      reached = await closeMemberships(closing, reached, job.requestId)
      if (reached === undefined) return undefined
    } while (clock.now().getTime() < until)
    return clock.now()
  }
