import type { BlockedReason } from "../door/index.ts"
import type { Admission, PresenceFacts } from "./presence.ts"

/**
 * What the record says where an upload was justified at the door and the present truth would have
 * refused it.
 */
const disputeOf = (reason: BlockedReason): string => {
  switch (reason) {
    case "already_admitted":
      return duplicateAdmission
    case "checkin_not_started":
    case "checkin_ended":
      return "outside_window"
    case "session_full":
      return overCapacity
    case "membership_required":
    case "membership_lapsed":
    case "entitlement_required":
    case "prior_session_required":
      return "entitlement_lost"
    case "ticket_required":
    case "ticket_wrong_session":
    case "ticket_revoked":
    case "ticket_expired":
    case "ticket_not_yet_valid":
      return "ticket_revoked"
    case "session_cancelled":
    case "card_frozen":
    case "checkin_closed":
      return reason
  }
}

/**
 * What speaks against an admission by itself, in the order in which a door refuses: `reason` is why
 * the present truth would have refused it. A frozen card stays on the record whatever else is
 * wrong, but for a cancelled session.
 */
export const ownDisputeOf = (
  reason: BlockedReason | null,
  isFrozenCard: boolean,
): string | undefined => {
  if (isFrozenCard && reason !== "session_cancelled") return "card_frozen"
  return reason === null ? undefined : disputeOf(reason)
}

export const duplicateAdmission = "duplicate_admission"
export const overCapacity = "over_capacity"
/**
 * It was uploaded too late to be relied on, or happened before its session was created. This reason
 * is given only where no other applies.
 */
export const lateUpload = "late_upload"

/** A person's admissions as they are to be taken, and what follows for their presence. */
export interface Settled {
  readonly admissions: readonly Admission[]
  readonly facts: PresenceFacts
}

/**
 * Settles all admissions that a presence rests on: the earliest is the one that counts (of one
 * instant the first recorded), later ones are re-entries where the door allowed them, else
 * duplicates. It depends on the set alone, so that uploads give the same answer in whatever order
 * they come. `admissions` is not empty.
 */
export const settled = (admissions: readonly Admission[], isOverCapacity: boolean): Settled => {
  const [first, ...later] = admissions.toSorted(byTime)
  if (first === undefined) throw new Error("A presence rests on an admission.")
  const counted = [
    taken(first, false, disputeOfFirst(first, isOverCapacity)),
    ...later.map((admission, index) => settledLater(admission, index + 1)),
  ]
  return {
    admissions: counted,
    facts: {
      seat: first.hasTicket ? "ticket" : "walk_in",
      firstAdmittedAt: first.occurredAt,
      lastAdmittedAt: (later.at(-1) ?? first).occurredAt,
      recordedAt: first.recordedAt,
      source: first.source,
      cardIdentifier: first.cardIdentifier,
      seatsLeft: first.seatsLeft,
      seatsVersion: first.seatsVersion,
      isOverCapacity,
      disputedReason: disputeOfAll(counted),
    },
  }
}

const byTime = (a: Admission, b: Admission): number =>
  a.occurredAt.getTime() - b.occurredAt.getTime() || a.ordinal - b.ordinal

const taken = (
  admission: Admission,
  isReentry: boolean,
  disputedReason: string | undefined,
): Admission =>
  admission.isReentry === isReentry && admission.disputedReason === disputedReason
    ? admission
    : { ...admission, isReentry, disputedReason }

/** In the order in which a door refuses: a missing seat after everything else. */
const disputeOfFirst = ({ ownDispute }: Admission, isOverCapacity: boolean): string | undefined =>
  isOverCapacity && (ownDispute === undefined || ownDispute === lateUpload)
    ? overCapacity
    : ownDispute

/**
 * A person who comes again is asked for nothing but that the session is on, the card is not frozen,
 * and their tickets are good for that many admissions: `earlier` came before.
 */
const settledLater = (admission: Admission, earlier: number): Admission => {
  const { ownDispute, allowsReentry, admissionsAllowed } = admission
  const mayReenter =
    allowsReentry && (admissionsAllowed === undefined || earlier < admissionsAllowed)
  if (ownDispute === "session_cancelled" || ownDispute === "card_frozen")
    return taken(admission, mayReenter, ownDispute)
  if (!mayReenter) return taken(admission, false, duplicateAdmission)
  return taken(admission, true, ownDispute === lateUpload ? lateUpload : undefined)
}

/**
 * Of the first that is disputed; but a frozen card is not lost behind what else speaks against the
 * person.
 */
const disputeOfAll = (counted: readonly Admission[]): string | undefined => {
  const reasons = counted.flatMap(({ disputedReason }) => disputedReason ?? [])
  return reasons[0] !== "session_cancelled" && reasons.includes("card_frozen")
    ? "card_frozen"
    : reasons[0]
}
