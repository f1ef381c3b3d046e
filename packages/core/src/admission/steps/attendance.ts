import { Effect } from "effect"
import { Tx } from "../../foundation/unit-of-work.ts"
import type { Session } from "../../sessions/session.ts"
import type { Admission, Presence, PresenceFacts } from "../presence.ts"
import { seatCounts } from "./seat-counts.ts"

/** The attendance of one session, see {@link openAttendance}. */
export type Attendance = Effect.Success<ReturnType<typeof openAttendance>>

/**
 * The attendance of a session while its row is locked. It reads the presences of `walletAddresses`
 * and the admissions under `keys` once for all taps of a call, and counts when it is first asked.
 * While it is open, presences and admissions are written through it alone, so that what it has read
 * stays what is stored. It lives as long as one transaction.
 *
 * Its functions map effects: a generator function that is made anew for each tap would cost a tenth
 * of the tap.
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

  const presences = new Map(found.map((presence) => [presence.walletAddress, presence]))
  const admissions = new Map(recorded.map((admission) => [admission.idempotencyKey, admission]))
  const changedWallets = new Set<string>()
  const counts = seatCounts(tx, session)

  /**
   * Writes the presence of a person who was not present. Answers the moment up to which seats were
   * judged for those present, undefined when none were.
   */
  const addPresence = (presence: Presence, holdsTicket: boolean) =>
    Effect.map(tx.presences.add(presence), (tally) => {
      presences.set(presence.walletAddress, presence)
      changedWallets.add(presence.walletAddress)
      counts.noteArrival(tally?.present, holdsTicket)
      counts.noteSeats(presence)
      return tally?.seatsJudgedUntil
    })

  /** Writes what follows from a person's admissions for their presence. */
  const changePresence = (presence: Presence, facts: PresenceFacts) =>
    Effect.map(tx.presences.change(presence.uuid, facts), () => {
      changedWallets.add(presence.walletAddress)
      counts.noteSeats(facts)
      const before = presences.get(presence.walletAddress)
      if (before?.uuid === presence.uuid)
        presences.set(presence.walletAddress, { ...before, ...facts })
    })

  /** Writes a new admission. */
  const addAdmission = (admission: Admission) =>
    Effect.map(tx.presences.addAdmission(admission), () => {
      admissions.set(admission.idempotencyKey, admission)
    })

  const changeAdmission = (admission: Admission) =>
    Effect.map(tx.presences.settle(admission.uuid, admission), () => {
      // A key of another client may read the same.
      if (admissions.get(admission.idempotencyKey)?.uuid === admission.uuid)
        admissions.set(admission.idempotencyKey, admission)
    })

  /** Writes what changed of admissions that were recorded before. */
  const changeAdmissions = (before: readonly Admission[], after: readonly Admission[]) => {
    const changed = after.filter((admission) => {
      const was = before.find((one) => one.uuid === admission.uuid)
      return was !== undefined && was !== admission
    })
    return changed.length === 0
      ? Effect.void
      : Effect.forEach(changed, changeAdmission, { discard: true })
  }

  return {
    session,
    /** The person's presence, if the person is present and the call is about them. */
    presenceOf: (walletAddress: string): Presence | undefined => presences.get(walletAddress),
    /** What was admitted under a key of the call. */
    admissionOf: (idempotencyKey: string): Admission | undefined => admissions.get(idempotencyKey),
    /** The canonical wallets whose presence was written. */
    changedWallets: (): readonly string[] => [...changedWallets],
    countPresent: counts.countPresent,
    leastSeats: counts.leastSeats,
    seatsTaken: counts.seatsTaken,
    seatsTakenAt: counts.seatsTakenAt,
    addPresence,
    changePresence,
    addAdmission,
    changeAdmissions,
  }
})
