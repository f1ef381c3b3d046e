import { step } from "../../foundation/step.ts"
import { Tx } from "../../foundation/unit-of-work.ts"
import { settled } from "../dispute.ts"
import type { Arrival, Presence, PresenceFacts } from "../presence.ts"
import type { ReservedLine } from "../../manifest/rosters/roster-repository.ts"
import { lackingSeats, lacksSeat } from "../seats.ts"
import { admissionsOf, changeAdmissions, changePresence, type Attendance } from "./attendance.ts"
import { judgedSeats } from "./seat-counts.ts"
import { stored } from "./waiting.ts"

/** Rows looked at in one read. */
const sliceMax = 500

/** Whether no seat was left for a person of these facts. They need not be written yet. */
export const isOverCapacity = step(function* (
  attendance: Attendance,
  facts: PresenceFacts & Arrival,
) {
  const { seatsLeft, seatsVersion } = facts
  if (seatsLeft === undefined || attendance.counts.present < seatsLeft) return false
  const { uuid } = attendance.session
  const before = yield* (yield* stored(attendance)).walkInsBefore(uuid, facts)
  if (seatsVersion !== undefined)
    return before >= seatsLeft && lacksSeat(facts, before, yield* reservedIn(uuid))
  const behind = yield* walkInsFrom(attendance, before)
  const others = behind.filter(({ walletAddress }) => walletAddress !== facts.walletAddress)
  return lackingSeats([facts, ...others], before, [])[0] === true
})

/** Those who came without a ticket, from the `skip`-th on. */
const walkInsFrom = step(function* (attendance: Attendance, skip: number) {
  const { uuid } = attendance.session
  const rows: Presence[] = []
  for (;;) {
    const from = skip + rows.length
    const slice = yield* (yield* stored(attendance)).walkIns(uuid, from, sliceMax)
    rows.push(...slice)
    if (slice.length < sliceMax) return rows as readonly Presence[]
  }
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
 * fewest seats that any manifest left were taken: usually none. Where somebody was let in without a
 * manifest it reads all behind the place; and all there are when `isSeated`, since those before it
 * give way too to whoever has an undisputed seat.
 */
export const settleSeatsBehind = step(function* (
  attendance: Attendance,
  place: Arrival,
  isSeated: boolean,
) {
  const { uuid } = attendance.session
  const { least, hasUnvouched } = yield* judgedSeats(attendance)
  if (attendance.counts.present < least) return
  // One change moves every walk-in behind it by one place, so those it concerns stood at the last
  // of these seats or behind it.
  const before =
    hasUnvouched && isSeated ? 0 : yield* (yield* stored(attendance)).walkInsBefore(uuid, place)
  const skip = hasUnvouched ? before : Math.max(before, least - 1, 0)
  const rows = yield* walkInsFrom(attendance, skip)
  const isNear = rows.some(
    ({ seatsLeft, seatsVersion }, index) =>
      seatsLeft !== undefined && seatsVersion !== undefined && skip + index >= seatsLeft,
  )
  const lacking = lackingSeats(rows, skip, isNear ? yield* reservedIn(uuid) : [])
  for (const [index, presence] of rows.entries()) {
    const isOver = lacking[index] === true
    if (isOver !== presence.isOverCapacity) yield* markOver(attendance, presence, isOver)
  }
})

const markOver = step(function* (attendance: Attendance, presence: Presence, isOver: boolean) {
  const before = yield* admissionsOf(attendance, presence)
  const { admissions, facts } = settled(before, isOver)
  yield* changeAdmissions(attendance, before, admissions)
  changePresence(attendance, presence, facts)
})
