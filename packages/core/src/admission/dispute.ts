import type { BlockedReason } from "../door/index.ts"
import type { Admission } from "./presence.ts"

/** What the record says where an upload was justified at the door and the present truth would have refused it. */
export const disputeOf = (reason: BlockedReason): string => {
  switch (reason) {
    case "already_admitted":
      return "duplicate_admission"
    case "checkin_not_started":
    case "checkin_ended":
      return "outside_window"
    case "session_full":
      return "over_capacity"
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

export const duplicateAdmission = "duplicate_admission"

/**
 * Which of a person's admissions to one session is a duplicate: all but the first by time, ties by idempotency key.
 * Depends on the set alone, so that uploads give the same answer in whatever order they come.
 */
export const duplicatesAmong = (admissions: readonly Pick<Admission, "uuid" | "occurredAt" | "idempotencyKey">[]): ReadonlySet<string> => {
  const inOrder = admissions.toSorted(
    (a, b) => a.occurredAt.getTime() - b.occurredAt.getTime() || (a.idempotencyKey < b.idempotencyKey ? -1 : 1),
  )
  return new Set(inOrder.slice(1).map(({ uuid }) => uuid))
}
