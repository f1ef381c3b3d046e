import { Effect } from "effect"
import { Ports, Tx } from "../../unit-of-work.ts"
import { type Settled, settled } from "../dispute.ts"
import type { Admission, Presence } from "../presence.ts"
import { type Room, seatsTaken } from "./room.ts"

/** What is written down of an admission that was granted, before it is settled with the person's others. */
export type NewAdmission = Omit<Admission, "uuid" | "presenceUuid" | "isReentry" | "disputedReason">

/**
 * Writes an admission down and settles what follows from it: which of the person's is the first, what the others are, and who came when no
 * seat was left. The session's row is locked.
 */
export const recordAdmission = Effect.fnUntraced(function* (
  room: Room,
  { userUuid, seat, hasTicket }: { readonly userUuid: string | undefined; readonly seat: Presence["seat"]; readonly hasTicket: boolean },
  found: NewAdmission,
) {
  const tx = yield* Tx
  const { ids } = yield* Ports
  const known = room.present.get(found.walletAddress)
  const admission = { ...found, uuid: ids.uuid(), presenceUuid: known?.uuid ?? ids.uuid(), isReentry: false, disputedReason: undefined }
  const others = known === undefined ? [] : yield* tx.presences.admissionsOf(known.uuid)
  const after = settled([...others, admission], known?.isOverCapacity ?? false)
  if (known === undefined) {
    const { uuid: _, presenceUuid: uuid, sessionUuid, walletAddress } = admission
    const presence = { uuid, sessionUuid, walletAddress, userUuid, seat, undoneAt: undefined, undoneBy: undefined, ...after.facts }
    yield* tx.presences.add(presence)
    room.present.set(walletAddress, presence)
    if (room.seats !== undefined && !hasTicket) room.seats = { ...room.seats, walkIns: room.seats.walkIns + 1 }
  }
  const written = after.admissions.find(({ uuid }) => uuid === admission.uuid) ?? admission
  yield* tx.presences.addAdmission(written)
  room.known.set(found.idempotencyKey, written)
  if (known !== undefined) yield* keep(room, known, others, after)
  room.changed.add(found.walletAddress)
  const isEarlier = known === undefined || found.occurredAt < known.firstAdmittedAt
  // Whom the door let in on a seat that was counted has one; only an upload, or an order that changed, can be over the edge.
  if (isEarlier && !hasTicket && (found.isOffline || known !== undefined)) yield* settleSeats(room, found.walletAddress)
  return room.known.get(found.idempotencyKey) ?? written
})

/** Writes what changed of a presence and its admissions. */
const keep = Effect.fnUntraced(function* (room: Room, presence: Presence, before: readonly Admission[], { admissions, facts }: Settled) {
  const tx = yield* Tx
  for (const admission of admissions) {
    const was = before.find(({ uuid }) => uuid === admission.uuid)
    if (was !== undefined && was !== admission) yield* tx.presences.settle(admission.uuid, admission)
  }
  const now = { ...presence, ...facts }
  yield* tx.presences.change(presence.uuid, facts)
  if (room.present.has(presence.walletAddress)) room.present.set(presence.walletAddress, now)
  for (const admission of admissions) if (room.known.has(admission.idempotencyKey)) remember(room, admission)
})

/** A key of another client may read the same. */
const remember = (room: Room, admission: Admission): void => {
  const known = room.known.get(admission.idempotencyKey)
  if (known?.uuid === admission.uuid) room.known.set(admission.idempotencyKey, admission)
}

/**
 * Says anew who came when no seat was left, after one person came in, turned out to have come earlier, or was taken out: in the order of
 * arrival (ties by wallet) the walk-ins behind the last seat. One change moves the edge by one place at most, so that three people are
 * looked at: the one it is about and the two at the edge. It depends on who is there alone, not on who was told of first.
 */
export const settleSeats = Effect.fnUntraced(function* (room: Room, aboutWallet: string | undefined) {
  const { maxAttendees, ticketTemplateUuid, uuid: sessionUuid } = room.session
  if (maxAttendees === undefined) return
  const tx = yield* Tx
  const { reserved, walkIns } = yield* seatsTaken(room)
  const left = Math.max(maxAttendees - reserved, 0)
  const over = walkIns - left
  const about = aboutWallet === undefined ? undefined : room.present.get(aboutWallet)
  if (over < 0) return yield* markOver(room, about, false)
  const skip = Math.max(over - 1, 0)
  const edge = yield* tx.presences.walkIns({ sessionUuid, rewardTemplateUuid: ticketTemplateUuid, skip, limit: 2 })
  const firstOver = over > 0 ? edge[0] : undefined
  const lastIn = over > 0 ? edge[1] : edge[0]
  yield* markOver(room, firstOver, true)
  if (left > 0) yield* markOver(room, lastIn, false)
  const isAtEdge = about?.uuid === firstOver?.uuid || about?.uuid === lastIn?.uuid
  if (about !== undefined && !isAtEdge) yield* markOver(room, about, firstOver !== undefined && comesAfter(about, firstOver))
})

const comesAfter = (one: Presence, other: Presence): boolean => {
  const apart = one.firstAdmittedAt.getTime() - other.firstAdmittedAt.getTime()
  return apart === 0 ? one.walletAddress > other.walletAddress : apart > 0
}

const markOver = Effect.fnUntraced(function* (room: Room, presence: Presence | undefined, isOver: boolean) {
  if (presence === undefined || presence.isOverCapacity === isOver) return
  const tx = yield* Tx
  const before = yield* tx.presences.admissionsOf(presence.uuid)
  yield* keep(room, presence, before, settled(before, isOver))
  room.changed.add(presence.walletAddress)
})
