import { step } from "../../foundation/step.ts"
import { Tx } from "../../foundation/unit-of-work.ts"
import { settled } from "../dispute.ts"
import type { Arrival, Presence, PresenceFacts } from "../presence.ts"
import type { ReservedLine } from "../../manifest/rosters/roster-repository.ts"
import { lacksSeat } from "../seats.ts"
import { admissionsOf, changeAdmissions, changePresence, type Attendance } from "./attendance.ts"
import { countPresent, leastSeats } from "./seat-counts.ts"
import { stored } from "./waiting.ts"

/** Rows looked at in one read. */
const sliceMax = 500

/** Whether no seat was left for a person of these facts. They need not be written yet. */
export const isOverCapacity = step(function* (
  attendance: Attendance,
  facts: PresenceFacts & Arrival,
) {
  const { seatsLeft } = facts
  if (seatsLeft === undefined || (yield* countPresent(attendance)) < seatsLeft) return false
  const { uuid } = attendance.session
  const before = yield* (yield* stored(attendance)).walkInsBefore(uuid, facts)
  return before >= seatsLeft && lacksSeat(facts, before, yield* reservedIn(uuid))
})

/** The lines that reserve a seat to people who came in without a ticket: mostly none. */
const reservedIn = step(function* (sessionUuid: string) {
  const tx = yield* Tx
  const lines: ReservedLine[] = []
  for (;;) {
    const slice = yield* tx.rosters.reservedToWalkIns(sessionUuid, lines.length, sliceMax)
    lines.push(...slice)
    if (slice.length < sliceMax) return lines as readonly ReservedLine[]
  }
})

/**
 * Decides again for which walk-ins behind a place no seat was left, after one person came in there,
 * turned out to have come earlier, or was removed. It reads only the walk-ins who came after the
 * fewest seats that any manifest left were taken: usually none.
 */
export const settleSeatsBehind = step(function* (attendance: Attendance, place: Arrival) {
  const { uuid } = attendance.session
  const least = yield* leastSeats(attendance)
  if ((yield* countPresent(attendance)) < least) return
  // One change moves every walk-in behind it by one place, so those it concerns stood at the last
  // of these seats or behind it.
  const before = yield* (yield* stored(attendance)).walkInsBefore(uuid, place)
  for (let skip = Math.max(before, least - 1, 0); ; skip += sliceMax) {
    const slice = yield* (yield* stored(attendance)).walkIns(uuid, skip, sliceMax)
    const isNear = slice.some(
      ({ seatsLeft }, index) => seatsLeft !== undefined && skip + index >= seatsLeft,
    )
    const reserved = isNear ? yield* reservedIn(uuid) : []
    for (const [index, presence] of slice.entries()) {
      const isOver = lacksSeat(presence, skip + index, reserved)
      if (isOver !== presence.isOverCapacity) yield* markOver(attendance, presence, isOver)
    }
    if (slice.length < sliceMax) return
  }
})

const markOver = step(function* (attendance: Attendance, presence: Presence, isOver: boolean) {
  const before = yield* admissionsOf(attendance, presence)
  const { admissions, facts } = settled(before, isOver)
  yield* changeAdmissions(attendance, before, admissions)
  changePresence(attendance, presence, facts)
})
