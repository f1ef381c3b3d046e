import type { Clock } from "../../foundation/ports/clock.ts"
import { attemptsMax, type JobHandler } from "../../foundation/jobs/job-kind.ts"

/**
 * How long a move keeps others in the queue waiting: far less than a lease, which this clock counts
 * too.
 */
const turnMs = 5_000
const pauseMs = 3_600_000

/**
 * Moves members batch by batch, and gives way to other work now and then. `moveBatch` is that
 * operation, run by the host; it answers whether there is more.
 */
export const membershipMove =
  (
    clock: Clock,
    moveBatch: (moveUuid: string, requestId: string | undefined) => Promise<boolean>,
  ): JobHandler =>
  async ({ payload, attempts, requestId }) => {
    const until = clock.now().getTime() + turnMs
    try {
      do {
        if (!(await moveBatch(String(payload["move"]), requestId))) return undefined
      } while (clock.now().getTime() < until)
      return clock.now()
    } catch (reason) {
      if (attempts < attemptsMax) throw reason
      // Never given up: its tiers could not be changed any more.
      return new Date(clock.now().getTime() + pauseMs)
    }
  }
