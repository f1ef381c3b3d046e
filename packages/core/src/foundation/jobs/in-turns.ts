import type { Clock } from "../ports/clock.ts"
import type { ClaimedJob } from "./job.ts"
import { attemptsMax, type JobHandler } from "./job-kind.ts"

/**
 * How long a job keeps others in the queue waiting: far less than a lease, which this clock counts
 * too.
 */
const turnMs = 5_000
const pauseMs = 3_600_000

/**
 * Does a long job part by part, and gives way to other work now and then. `advance` does the next
 * part, and answers whether there is more. It is never given up: others wait for its end.
 */
export const inTurns =
  (clock: Clock, advance: (job: ClaimedJob) => Promise<boolean>): JobHandler =>
  async (job) => {
    const until = clock.now().getTime() + turnMs
    try {
      do {
        if (!(await advance(job))) return undefined
      } while (clock.now().getTime() < until)
      return clock.now()
    } catch (reason) {
      if (job.attempts < attemptsMax) throw reason
      return new Date(clock.now().getTime() + pauseMs)
    }
  }
