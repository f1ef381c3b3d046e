import { Effect } from "effect"
import type { Session } from "../../sessions/session.ts"
import { Tx } from "../../unit-of-work.ts"
import type { SeatsTaken } from "../door-state.ts"
import type { Admission, Presence } from "../presence.ts"

/**
 * What is known of a session while its row is locked: read once for all taps of a call, and kept as it is after each of them. It lives as
 * long as one transaction.
 */
export interface Room {
  readonly session: Session
  /** People who are present, by canonical wallet, of those the call is about. */
  readonly present: Map<string, Presence>
  /** What was admitted under the keys of the call, by key. */
  readonly known: Map<string, Admission>
  /** Undefined until somebody asks for a seat. */
  seats: SeatsTaken | undefined
  /** Canonical wallets whose presence changed. */
  readonly changed: Set<string>
}

/** A room with what is known of these people and keys. */
export const enterRoom = Effect.fnUntraced(function* (
  session: Session,
  of: { readonly walletAddresses: readonly string[]; readonly clientId: string; readonly keys: readonly string[] },
) {
  const tx = yield* Tx
  const present = yield* tx.presences.findAll(session.uuid, of.walletAddresses)
  const known = yield* tx.presences.findAdmissions(session.uuid, of.clientId, of.keys)
  return {
    session,
    present: new Map(present.map((presence) => [presence.walletAddress, presence])),
    known: new Map(known.map((admission) => [admission.idempotencyKey, admission])),
    seats: undefined,
    changed: new Set(),
  } satisfies Room as Room
})

/** How many seats are taken. Whoever holds a ticket now has a reserved one, whatever they came in on. */
export const seatsTaken = Effect.fnUntraced(function* (room: Room) {
  if (room.seats !== undefined) return room.seats
  const tx = yield* Tx
  const { uuid, ticketTemplateUuid: template } = room.session
  const present = yield* tx.presences.count(uuid)
  const ticketed = template === undefined ? { holders: 0, present: 0 } : yield* tx.presences.ticketed(uuid, template)
  room.seats = { reserved: ticketed.holders, walkIns: present - ticketed.present }
  return room.seats
})
