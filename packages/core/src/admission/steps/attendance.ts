import { Effect } from "effect"
import { Tx } from "../../foundation/unit-of-work.ts"
import type { Session } from "../../sessions/session.ts"
import type { Admission, Presence, PresenceFacts } from "../presence.ts"
import { noteArrival, noteSeats, type SeatCounts } from "./seat-counts.ts"

/**
 * The attendance of a session while its row is locked: what was read for the taps of a call. While
 * it is open, presences and admissions are written by the functions of this file alone, so that it
 * stays what is stored. It lives as long as one transaction.
 */
export interface Attendance {
  readonly session: Session
  /** Of the people that the call is about, those who are present, by canonical wallet. */
  readonly presences: Map<string, Presence>
  /** What was admitted under the keys of the call. */
  readonly admissions: Map<string, Admission>
  /** The presences that were added. */
  readonly arrived: Presence[]
  /** The admissions that were added. */
  readonly admitted: Admission[]
  /** The canonical wallets whose presence was written. */
  readonly changedWallets: Set<string>
  readonly counts: SeatCounts
}

/**
 * Opens the attendance of a session whose row is locked. It reads the presences of
 * `walletAddresses` and the admissions under `keys` once for all taps of a call, and counts when
 * it is first asked.
 */
export const openAttendance = Effect.fnUntraced(function* (
  session: Session,
  of: {
    readonly walletAddresses: readonly string[]
    readonly clientId: string
    readonly keys: readonly string[]
  },
) {
  const tx = yield* Tx
  const { uuid } = session
  const found = yield* tx.presences.findAll(uuid, of.walletAddresses)
  const recorded = yield* tx.presences.findAdmissions(uuid, of.clientId, of.keys)
  const attendance: Attendance = {
    session,
    presences: new Map(found.map((presence) => [presence.walletAddress, presence])),
    admissions: new Map(recorded.map((admission) => [admission.idempotencyKey, admission])),
    arrived: [],
    admitted: [],
    changedWallets: new Set<string>(),
    counts: { present: undefined, least: undefined, ticketed: undefined },
  }
  return attendance
})

/**
 * Writes the presence of a person who was not present. Answers the moment up to which seats were
 * judged for those present, undefined when none were.
 */
export const addPresence = Effect.fnUntraced(function* (
  { presences, arrived, changedWallets, counts }: Attendance,
  presence: Presence,
  holdsTicket: boolean,
) {
  const tx = yield* Tx
  const tally = yield* tx.presences.add(presence)
  presences.set(presence.walletAddress, presence)
  arrived.push(presence)
  changedWallets.add(presence.walletAddress)
  noteArrival(counts, tally?.present, holdsTicket)
  noteSeats(counts, presence)
  return tally?.seatsJudgedUntil
})

/** Writes what follows from a person's admissions for their presence. */
export const changePresence = Effect.fnUntraced(function* (
  { presences, changedWallets, counts }: Attendance,
  presence: Presence,
  facts: PresenceFacts,
) {
  const tx = yield* Tx
  yield* tx.presences.change(presence.uuid, facts)
  changedWallets.add(presence.walletAddress)
  noteSeats(counts, facts)
  const before = presences.get(presence.walletAddress)
  if (before?.uuid === presence.uuid) presences.set(presence.walletAddress, { ...before, ...facts })
})

/** Writes a new admission. */
export const addAdmission = Effect.fnUntraced(function* (
  { admissions, admitted }: Attendance,
  admission: Admission,
) {
  const tx = yield* Tx
  yield* tx.presences.addAdmission(admission)
  admissions.set(admission.idempotencyKey, admission)
  admitted.push(admission)
})

/** Writes what changed of admissions that were recorded before. */
export const changeAdmissions = Effect.fnUntraced(function* (
  { admissions }: Attendance,
  before: readonly Admission[],
  after: readonly Admission[],
) {
  const tx = yield* Tx
  for (const admission of after) {
    const was = before.find((one) => one.uuid === admission.uuid)
    if (was === undefined || was === admission) continue
    yield* tx.presences.settle(admission.uuid, admission)
    // A key of another client may read the same.
    if (admissions.get(admission.idempotencyKey)?.uuid === admission.uuid)
      admissions.set(admission.idempotencyKey, admission)
  }
})
