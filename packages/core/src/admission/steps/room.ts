import { Effect } from "effect"
import type { Session } from "../../sessions/session.ts"
import { Tx } from "../../foundation/unit-of-work.ts"
import type { SeatsTaken } from "../door-state.ts"
import type { Admission, Presence } from "../presence.ts"
import { ticketHolders } from "./ticket-holders.ts"

/**
 * What is known of a session while its row is locked: read once for all taps of a call, and kept as
 * it is after each of them. It lives as long as one transaction.
 */
export interface Room {
  readonly session: Session
  /** People who are present, by canonical wallet, of those the call is about. */
  readonly present: Map<string, Presence>
  /** What was admitted under the keys of the call, by key. */
  readonly known: Map<string, Admission>
  /** How many are present; undefined until that is asked for. */
  count: number | undefined
  /**
   * No more than the least `seatsLeft` of those present, `Infinity` when none has any; undefined
   * until that is asked for.
   */
  leastSeats: number | undefined
  /**
   * How many of those present hold a ticket now, and how many people hold one; undefined until
   * somebody asks for a seat.
   */
  ticketed: { readonly holders: number; readonly present: number } | undefined
  /** Canonical wallets whose presence changed. */
  readonly changed: Set<string>
}

/** A room with what is known of these people and keys. */
export const enterRoom = Effect.fnUntraced(function* (
  session: Session,
  of: {
    readonly walletAddresses: readonly string[]
    readonly clientId: string
    readonly keys: readonly string[]
  },
) {
  const tx = yield* Tx
  const present = yield* tx.presences.findAll(session.uuid, of.walletAddresses)
  const known = yield* tx.presences.findAdmissions(session.uuid, of.clientId, of.keys)
  return {
    session,
    present: new Map(present.map((presence) => [presence.walletAddress, presence])),
    known: new Map(known.map((admission) => [admission.idempotencyKey, admission])),
    count: undefined,
    leastSeats: undefined,
    ticketed: undefined,
    changed: new Set(),
  } satisfies Room as Room
})

/** How many are present. */
export const countOf = Effect.fnUntraced(function* (room: Room) {
  const tx = yield* Tx
  room.count ??= yield* tx.presences.count(room.session.uuid)
  return room.count
})

/**
 * How many seats are taken. A person who holds a ticket now has a reserved seat, whatever they came
 * in on.
 */
export const seatsTaken = Effect.fnUntraced(function* (room: Room) {
  const tx = yield* Tx
  const { uuid, ticketTemplateUuid: template } = room.session
  const count = yield* countOf(room)
  room.ticketed ??=
    template === undefined
      ? { holders: 0, present: 0 }
      : yield* tx.presences.ticketed(uuid, template)
  return {
    reserved: room.ticketed.holders,
    walkIns: count - room.ticketed.present,
  } satisfies SeatsTaken
})

/** The same, without those who came in after `at`. */
export const seatsTakenAt = Effect.fnUntraced(function* (room: Room, at: Date) {
  const tx = yield* Tx
  const { uuid, ticketTemplateUuid: template } = room.session
  const { reserved, walkIns } = yield* seatsTaken(room)
  const later = yield* tx.presences.arrivedAfter(uuid, at)
  if (template === undefined || later.length === 0)
    return { reserved, walkIns: walkIns - later.length } satisfies SeatsTaken
  const wallets = yield* tx.wallets.findAll(later)
  const people = wallets.map(({ address, userUuid }) => ({ walletAddress: address, userUuid }))
  const holders = yield* ticketHolders(template, people)
  return { reserved, walkIns: walkIns - (later.length - holders.size) } satisfies SeatsTaken
})
