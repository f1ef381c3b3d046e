import { Effect } from "effect"
import { Tx } from "../../foundation/unit-of-work.ts"
import { settled } from "../dispute.ts"
import type { Admission, Arrival, Presence, PresenceFacts } from "../presence.ts"
import type { ReservedLine } from "../../manifest/rosters/roster-repository.ts"
import { lacksSeat } from "../seats.ts"
import { countOf, type Room } from "./room.ts"

/** Rows looked at in one read. */
const sliceMost = 500

/** Whether no seat was left for somebody of these facts. They need not be written yet. */
export const isOverCapacity = Effect.fnUntraced(function* (
  room: Room,
  facts: PresenceFacts & Arrival,
) {
  const tx = yield* Tx
  const { seatsLeft } = facts
  if (seatsLeft === undefined || (yield* countOf(room)) < seatsLeft) return false
  const { uuid } = room.session
  const before = yield* tx.presences.walkInsBefore(uuid, facts)
  return before >= seatsLeft && lacksSeat(facts, before, yield* reservedIn(uuid))
})

/** The lines that reserve a seat to people who came in without a ticket: mostly none. */
const reservedIn = Effect.fnUntraced(function* (sessionUuid: string) {
  const tx = yield* Tx
  const lines: ReservedLine[] = []
  for (;;) {
    const slice = yield* tx.rosters.reservedToWalkIns(sessionUuid, lines.length, sliceMost)
    lines.push(...slice)
    if (slice.length < sliceMost) return lines as readonly ReservedLine[]
  }
})

/**
 * Says anew for whom behind a place no seat was left, after one person came in there, turned out to
 * have come earlier, or was taken out. So many of them are looked at as came when the fewest seats
 * that any manifest left were taken: mostly nobody.
 */
export const settleSeatsBehind = Effect.fnUntraced(function* (room: Room, place: Arrival) {
  const tx = yield* Tx
  const { uuid } = room.session
  room.leastSeats ??= (yield* tx.presences.leastSeats(uuid)) ?? Number.POSITIVE_INFINITY
  if ((yield* countOf(room)) < room.leastSeats) return
  // One change moves everybody behind it by one place, so whom it concerns stood at the last of
  // these seats or behind it.
  const first = Math.max(yield* tx.presences.walkInsBefore(uuid, place), room.leastSeats - 1, 0)
  for (let skip = first; ; skip += sliceMost) {
    const slice = yield* tx.presences.walkIns(uuid, skip, sliceMost)
    const isNear = slice.some(
      ({ seatsLeft }, index) => seatsLeft !== undefined && skip + index >= seatsLeft,
    )
    const reserved = isNear ? yield* reservedIn(uuid) : []
    for (const [index, presence] of slice.entries()) {
      const isOver = lacksSeat(presence, skip + index, reserved)
      if (isOver !== presence.isOverCapacity) yield* markOver(room, presence, isOver)
    }
    if (slice.length < sliceMost) return
  }
})

const markOver = Effect.fnUntraced(function* (room: Room, presence: Presence, isOver: boolean) {
  const tx = yield* Tx
  const before = yield* tx.presences.admissionsOf(presence.uuid)
  const { admissions, facts } = settled(before, isOver)
  yield* keepSettled(room, before, admissions)
  yield* keepFacts(room, presence, facts)
  room.changed.add(presence.walletAddress)
})

/** Writes what changed of admissions that were recorded before. */
export const keepSettled = Effect.fnUntraced(function* (
  room: Room,
  before: readonly Admission[],
  after: readonly Admission[],
) {
  const tx = yield* Tx
  for (const admission of after) {
    const was = before.find(({ uuid }) => uuid === admission.uuid)
    if (was === undefined || was === admission) continue
    yield* tx.presences.settle(admission.uuid, admission)
    // A key of another client may read the same.
    if (room.known.get(admission.idempotencyKey)?.uuid === admission.uuid)
      room.known.set(admission.idempotencyKey, admission)
  }
})

/** Notes what a presence that is written leaves of seats. */
export const noteSeats = (room: Room, { seatsLeft }: PresenceFacts): void => {
  if (room.leastSeats !== undefined && seatsLeft !== undefined)
    room.leastSeats = Math.min(room.leastSeats, seatsLeft)
}

/** Writes what follows for a presence. */
export const keepFacts = Effect.fnUntraced(function* (
  room: Room,
  presence: Presence,
  facts: PresenceFacts,
) {
  const tx = yield* Tx
  yield* tx.presences.change(presence.uuid, facts)
  noteSeats(room, facts)
  const known = room.present.get(presence.walletAddress)
  if (known?.uuid === presence.uuid)
    room.present.set(presence.walletAddress, { ...known, ...facts })
})
