import { step } from "../../foundation/step.ts"
import { atOnce, Tx, type Verbs } from "../../foundation/unit-of-work.ts"
import type { Session } from "../../sessions/session.ts"
import { walletOfUser } from "../../wallets/steps.ts"
import type { Admission, Presence, PresenceFacts } from "../presence.ts"
import type { SessionTally } from "../presence-repository.ts"
import type { Unopened } from "./people.ts"
import { noteArrival, noteSeats, type SeatCounts } from "./seat-counts.ts"
import { nothingWaits, stored, type Waiting } from "./waiting.ts"

/**
 * The attendance of a session while its row is locked: what was read for some taps, and what waits
 * to be written of them. While it is open, presences and admissions are read and written through the
 * functions of this file alone, so that it stays what is stored. It lives as long as one
 * transaction.
 */
export interface Attendance {
  readonly session: Session
  /** Of the people that the taps are about, those who are present, by canonical wallet. */
  readonly presences: Map<string, Presence>
  /** What was admitted under the keys of the taps, by {@link keyOf}. */
  readonly admissions: Map<string, Admission>
  /** The presences that were added. */
  readonly arrived: Presence[]
  /** The admissions that were added. */
  readonly admitted: Admission[]
  /** The canonical wallets whose presence was written. */
  readonly changedWallets: Set<string>
  /** The wallets, by address, that are made when their person becomes present. */
  readonly unopened: ReadonlyMap<string, Unopened>
  readonly counts: SeatCounts
  readonly waiting: Waiting
  /**
   * All admissions of those {@link presences}, by presence; undefined until they are first asked
   * for.
   */
  histories: Map<string, readonly Admission[]> | undefined
}

/** The key of a client, as one text. */
export const keyOf = ({
  clientId,
  idempotencyKey,
}: Pick<Admission, "clientId" | "idempotencyKey">): string => `${clientId}\n${idempotencyKey}`

/** What some taps are about. */
export interface AttendanceOf {
  readonly walletAddresses: readonly string[]
  readonly keys: readonly Pick<Admission, "clientId" | "idempotencyKey">[]
  readonly unopened?: ReadonlyMap<string, Unopened>
}

/**
 * Opens the attendance of a session whose row is locked. It reads how the session stands, the
 * presences of `walletAddresses` and the admissions under `keys` once for all taps, and counts seats
 * when it is first asked.
 */
export const openAttendance = step(function* (session: Session, of: AttendanceOf) {
  const [tally, recorded] = yield* atOnce(...reading(yield* Tx, session.uuid, of))
  return attendanceOf(session, of, tally, recorded)
})

/**
 * Locks the row of a session and opens its attendance, undefined where the session is not there any
 * more. What is read is asked for together with the lock: it is read when that is held.
 */
export const lockAttendance = step(function* (sessionUuid: string, of: AttendanceOf) {
  const tx = yield* Tx
  const [session, tally, recorded] = yield* atOnce(
    tx.sessions.lock(sessionUuid),
    ...reading(tx, sessionUuid, of),
  )
  return session && attendanceOf(session, of, tally, recorded)
})

const reading = ({ presences }: Verbs, sessionUuid: string, of: AttendanceOf) =>
  [
    presences.tally(sessionUuid, of.walletAddresses),
    presences.findAdmissions(
      sessionUuid,
      [...new Set(of.keys.map(({ clientId }) => clientId))],
      [...new Set(of.keys.map(({ idempotencyKey }) => idempotencyKey))],
    ),
  ] as const

const attendanceOf = (
  session: Session,
  of: AttendanceOf,
  { present, seatsJudgedUntil, presences }: SessionTally,
  recorded: readonly Admission[],
): Attendance => {
  const asked = new Set(of.keys.map(keyOf))
  return {
    session,
    presences: new Map(presences.map((presence) => [presence.walletAddress, presence])),
    // Another client may have used the same key.
    admissions: new Map(
      recorded.flatMap((admission) => {
        const key = keyOf(admission)
        return asked.has(key) ? [[key, admission] as const] : []
      }),
    ),
    arrived: [],
    admitted: [],
    changedWallets: new Set<string>(),
    unopened: of.unopened ?? new Map<string, Unopened>(),
    counts: { present, judgedUntil: seatsJudgedUntil, seats: undefined, ticketed: undefined },
    waiting: nothingWaits(),
    histories: undefined,
  }
}

/**
 * Adds the presence of a person who was not present, and their wallet where they have none yet.
 * Answers the moment up to which seats were judged for the others present, undefined when none were.
 */
export const addPresence = step(function* (
  attendance: Attendance,
  presence: Presence,
  holdsTicket: boolean,
  now: Date,
) {
  const { session, presences, arrived, changedWallets, counts, waiting, histories } = attendance
  const unopened = attendance.unopened.get(presence.walletAddress)
  if (unopened !== undefined) {
    const { user, key } = unopened
    yield* walletOfUser(user.uuid, session.organizationUuid, key, now, { locked: user })
  }
  const { judgedUntil } = counts
  waiting.presences.set(presence.uuid, presence)
  noteArrival(counts, holdsTicket)
  noteSeats(counts, presence)
  presences.set(presence.walletAddress, presence)
  histories?.set(presence.uuid, [])
  arrived.push(presence)
  changedWallets.add(presence.walletAddress)
  return judgedUntil
})

/** Writes what follows from a person's admissions for their presence. */
export const changePresence = (
  { presences, changedWallets, counts, waiting }: Attendance,
  presence: Presence,
  facts: PresenceFacts,
): void => {
  const { uuid, walletAddress } = presence
  const added = waiting.presences.get(uuid)
  if (added === undefined) waiting.changes.set(uuid, { ...facts, uuid })
  else waiting.presences.set(uuid, { ...added, ...facts })
  changedWallets.add(walletAddress)
  noteSeats(counts, facts)
  const before = presences.get(walletAddress)
  if (before?.uuid === uuid) presences.set(walletAddress, { ...before, ...facts })
}

/** All admissions that a presence rests on, as they were recorded or by time. */
export const admissionsOf = step(function* (attendance: Attendance, presence: Presence) {
  const { presences, histories } = attendance
  const known = histories?.get(presence.uuid)
  if (known !== undefined) return known
  // Who comes again is seldom alone in that; of somebody else the seat is settled.
  const isTapped = presences.get(presence.walletAddress)?.uuid === presence.uuid
  const verbs = yield* stored(attendance)
  if (histories !== undefined || !isTapped) return yield* verbs.admissionsOf([presence.uuid])
  const uuids = [...presences.values()].map(({ uuid }) => uuid)
  const found = Map.groupBy(
    yield* verbs.admissionsOf(uuids),
    ({ presenceUuid }): string => presenceUuid,
  )
  attendance.histories = new Map(uuids.map((uuid) => [uuid, found.get(uuid) ?? []]))
  return attendance.histories.get(presence.uuid) ?? []
})

/** Adds an admission. */
export const addAdmission = (
  { admissions, admitted, waiting, histories }: Attendance,
  admission: Admission,
): void => {
  waiting.admissions.push(admission)
  admissions.set(keyOf(admission), admission)
  admitted.push(admission)
  const { presenceUuid } = admission
  const before = histories?.get(presenceUuid)
  if (before !== undefined) histories?.set(presenceUuid, [...before, admission])
}

/** Writes what changed of admissions that were recorded before. */
export const changeAdmissions = step(function* (
  attendance: Attendance,
  before: readonly Admission[],
  after: readonly Admission[],
) {
  const { admissions, histories } = attendance
  const changed = after.filter((admission) => {
    const was = before.find((one) => one.uuid === admission.uuid)
    return was !== undefined && was !== admission
  })
  if (changed.length === 0) return
  const verbs = yield* stored(attendance)
  for (const admission of changed) {
    yield* verbs.settle(admission.uuid, admission)
    // A key of another client may read the same.
    const key = keyOf(admission)
    if (admissions.get(key)?.uuid === admission.uuid) admissions.set(key, admission)
    const history = histories?.get(admission.presenceUuid)
    if (history !== undefined)
      histories?.set(
        admission.presenceUuid,
        history.map((one) => (one.uuid === admission.uuid ? admission : one)),
      )
  }
})
