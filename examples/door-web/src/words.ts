import type { ConnectedVerdict } from "@symbolon/door-offline/connected"

/** The kinds of verdict as they are shown: a re-entry is an admission that says so. */
export type VerdictKind = "admitted" | "reentry" | "blocked" | "undetermined"

/** A verdict in the words of somebody at a door. */
export interface Wording {
  readonly kind: VerdictKind
  /** Read at arm's length. */
  readonly word: string
  readonly reason: string
}

const blocked: Readonly<Record<string, string>> = {
  session_cancelled: "This session is cancelled.",
  card_frozen: "This card is frozen. Ask for another proof.",
  already_admitted: "Already inside.",
  checkin_closed: "Check-in is closed.",
  checkin_not_started: "Check-in has not begun.",
  checkin_ended: "Check-in is over.",
  ticket_required: "No ticket for this session.",
  ticket_wrong_session: "The ticket is for another session.",
  ticket_revoked: "The ticket was taken back.",
  ticket_expired: "The ticket has expired.",
  ticket_not_yet_valid: "The ticket is not valid yet.",
  membership_required: "Members only.",
  membership_lapsed: "The membership has lapsed. It can be renewed.",
  entitlement_required: "Not part of this membership.",
  prior_session_required: "Another session has to come first.",
  session_full: "Full. No seat is left.",
}

const errors: Readonly<Record<string, string>> = {
  identifier_unresolved: "Nobody is known by this card or code.",
  validation_error: "This code cannot be used here.",
}

const undetermined: Readonly<Record<string, string>> = {
  not_on_roster: "Not on this door’s list. Ask someone who is online.",
  manifest_missing: "No list on this device yet, and no connection.",
  manifest_expired: "This door’s list has run out. It needs a connection.",
  clock_untrusted: "The clock of this device is wrong. Set it right.",
  store_failed: "This device cannot save. Free some space.",
  unreadable: "Nothing readable. Try again.",
}

const clock = (text: unknown): string => {
  const at = new Date(String(text))
  return Number.isNaN(at.getTime())
    ? ""
    : at.toLocaleTimeString([], { hour: "2-digit", minute: "2-digit" })
}

const figure = ({ details }: ConnectedVerdict): string => {
  if (details["opens_at"] !== undefined) return ` It opens at ${clock(details["opens_at"])}.`
  if (details["closes_at"] !== undefined) return ` It closed at ${clock(details["closes_at"])}.`
  if (details["first_admitted_at"] !== undefined)
    return ` First at ${clock(details["first_admitted_at"])}.`
  return ""
}

/**
 * Puts a verdict into words. A reason that is not known here is a refusal without an explanation.
 */
export const wordsFor = (verdict: ConnectedVerdict): Wording => {
  if (verdict.decision === "admitted" && verdict.reentry)
    return { kind: "reentry", word: "Welcome back", reason: "Was inside before." }
  if (verdict.decision === "admitted")
    return { kind: "admitted", word: "Come in", reason: verdict.seat === "ticket" ? "Ticket" : "" }
  if (verdict.decision === "undetermined")
    return {
      kind: "undetermined",
      word: "Cannot tell",
      reason: undetermined[verdict.undetermined_reason ?? ""] ?? "Ask someone who is online.",
    }
  const reason =
    blocked[verdict.blocked_reason ?? ""] ??
    errors[verdict.error_code ?? ""] ??
    "The service refused without a known reason."
  return { kind: "blocked", word: "Stop", reason: `${reason}${figure(verdict)}` }
}

/** Enough of an identifier to compare it with a card, not enough to copy it over a shoulder. */
export const shortName = ({ tap }: ConnectedVerdict): string => {
  if (tap === null) return ""
  return tap.value.length > 12 ? `…${tap.value.slice(-8)}` : tap.value
}

/** The time left in words: "9 h left", "25 min left", "40 s left". */
export const span = (seconds: number | null): string => {
  if (seconds === null) return "none"
  if (seconds <= 0) return "ended"
  if (seconds >= 7200) return `${Math.floor(seconds / 3600)} h left`
  if (seconds >= 120) return `${Math.floor(seconds / 60)} min left`
  return `${seconds} s left`
}
