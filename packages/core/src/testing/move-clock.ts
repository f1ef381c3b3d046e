import { BadRequest } from "../foundation/errors/refusals.ts"
import type { Worker } from "../foundation/jobs/worker.ts"
import { limits } from "../foundation/kernel/limits.ts"
import type { TestClock } from "./test-clock.ts"

/**
 * Moves a test clock to `to`, stepping from due job to due job, so that a jump of a month runs
 * everything in order and at its own time. Only forward, unless `force`.
 */
export const moveClock = async (
  clock: TestClock,
  worker: Worker,
  to: Date,
  force: boolean,
): Promise<Date> => {
  if (to < clock.now() && !force)
    throw new BadRequest({
      field: "now",
      reason: "The clock only moves forward. To set it back, send force.",
    })
  let steps = 0
  for (
    let due = await worker.nextDue();
    due !== undefined && due <= to;
    due = await worker.nextDue()
  ) {
    if (++steps > limits.testClockStepsMax)
      throw new Error(
        `More than ${limits.testClockStepsMax} steps: a job due at ${due.toISOString()} does not end.`,
      )
    if (due > clock.now()) clock.set(due)
    await worker.runDue()
  }
  clock.set(to)
  return clock.now()
}
