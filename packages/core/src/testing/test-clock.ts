import type { Clock } from "../foundation/ports/clock.ts"

/** A clock that stands still until the test moves it. */
export interface TestClock extends Clock {
  readonly set: (now: Date) => void
}

/**
 * A test clock at `start`. To move it so that work due in between runs at its own time, use
 * `symbolon.testClock.moveTo`.
 */
export const testClock = (start: Date | string): TestClock => {
  let now = new Date(start)
  return {
    now: () => new Date(now),
    set: (to) => {
      now = new Date(to)
    },
  }
}
