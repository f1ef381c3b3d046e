import type { Storage } from "../../../src/index.ts"
import { momentRecordsSuite } from "./moments.suite.ts"
import { repeatRecordsSuite } from "./repeats.suite.ts"
import { seatRecordsSuite } from "./seats.suite.ts"

/**
 * Attendance says what happened at the door, whatever became known afterwards, and in whatever
 * order: one example for each promise.
 */
export const doorRecordSuite = (storage: string, open: () => Promise<Storage> | Storage): void => {
  seatRecordsSuite(storage, open)
  momentRecordsSuite(storage, open)
  repeatRecordsSuite(storage, open)
}
