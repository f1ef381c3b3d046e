import type { Tap } from "./identifier.ts"

/**
 * The gates of a session in the order in which they refuse
 * (docs/door-protocol.md#order-of-the-rules).
 */
export const GATE_REASONS = [
  "ticket_required",
  "ticket_wrong_session",
  "ticket_revoked",
  "ticket_expired",
  "ticket_not_yet_valid",
  "membership_required",
  "membership_lapsed",
  "entitlement_required",
  "prior_session_required",
] as const

/** A refusal by a gate that only the server can evaluate. */
export type GateReason = (typeof GATE_REASONS)[number]

/**
 * Every `blocked_reason`; a client treats one that it does not know as a refusal without
 * explanation.
 */
export type BlockedReason =
  | "session_cancelled"
  | "card_frozen"
  | "already_admitted"
  | "checkin_closed"
  | "checkin_not_started"
  | "checkin_ended"
  | GateReason
  | "session_full"

/** Why an admission is recorded under dispute although it was granted. */
export type DisputedReason = "card_frozen"

/** The seat this admission takes; a re-entry takes none, since its first admission did. */
export type Seat = "ticket" | "walk_in" | "none"

/** The figures behind a verdict, by wire name; times are ISO 8601 UTC with milliseconds. */
export type AdmissionDetails = Readonly<Record<string, string | number>>

/**
 * What the session's settings say. Times are epoch milliseconds; null is "not enforced" or "not
 * known here".
 */
export interface DoorConfiguration {
  readonly cancelled: boolean
  /** Reported, never judged: the manifest does not carry it. */
  readonly cancelled_at: number | null
  readonly checkin_open: boolean
  /** Reported, never judged: the manifest does not carry it. */
  readonly closed_by: "session" | "activity" | null
  /** Inclusive. */
  readonly checkin_opens_at: number | null
  /** Exclusive. */
  readonly checkin_closes_at: number | null
  readonly allow_reentry: boolean
  readonly admits_frozen_cards: boolean
  readonly max_attendees: number | null
}

/** The gates that a person fails, each with its figures. */
export type FailedGates = Readonly<Partial<Record<GateReason, AdmissionDetails>>>

/**
 * No gate failed. The rules recognise this very object and look no further, which counts in what a
 * door asks per tap.
 */
export const NO_FAILED_GATES: FailedGates = Object.freeze({})

/**
 * What is known of the person behind one tap. It is read at once and not kept, so that a door may
 * fill one object again and again.
 */
export interface TapFacts {
  /** The canonical ticket wallet, or null when the tap names no person that this side knows. */
  readonly wallet_address: string | null
  /** Whether the tapped card is frozen; other cards of the holder do not matter. */
  readonly card_frozen: boolean
  readonly admitted: boolean
  /** Epoch milliseconds; reported with `already_admitted` where it is known. */
  readonly first_admitted_at: number | null
  /**
   * False only offline: a tap that the roster of the manifest does not list. The server always says
   * true.
   */
  readonly on_roster: boolean
  readonly has_ticket: boolean
  /** Empty at a door: everyone on the roster has passed the gates. */
  readonly failed_gates: FailedGates
}

/**
 * All that an admission depends on. The server fills it from its database, a door from its manifest
 * and what it has admitted since; both then call {@link decideAdmission}, so that they cannot
 * differ.
 */
export interface DoorState {
  readonly configuration: DoorConfiguration
  /** Seats held by tickets, admitted or not. */
  readonly reserved: number
  /** People admitted without a ticket. */
  readonly walk_ins: number
  /** Facts about a normalised tap; must not throw and must not wait. */
  readonly find: (tap: Tap) => TapFacts
}

/**
 * A verdict. Of the three reasons only the one that belongs to `decision` is set, apart from a
 * dispute.
 */
export interface AdmissionVerdict {
  readonly decision: "admitted" | "blocked" | "undetermined"
  readonly blocked_reason: BlockedReason | null
  readonly undetermined_reason: "not_on_roster" | null
  readonly disputed_reason: DisputedReason | null
  readonly wallet_address: string | null
  readonly reentry: boolean
  readonly seat: Seat
  readonly details: AdmissionDetails
}

/**
 * Decides one tap at one instant (`now`, epoch milliseconds), without side effects.
 *
 * The order is: cancelled, frozen card, already admitted or re-entry, closed switch, window,
 * roster, gates, capacity. A replayed idempotency key is answered before this function is asked.
 * Source: docs/door-protocol.md#order-of-the-rules.
 *
 * @example
 * decideAdmission(state, { type: "card", value: "04A1B2C3" }, now).decision // "admitted"
 */
export const decideAdmission = (state: DoorState, tap: Tap, now: number): AdmissionVerdict =>
  decideBy(failedGate, state, tap, now)

/**
 * The same at a door, which asks no gates: the roster of its manifest lists those who passed them.
 * Apart, so that firmware need not carry their names.
 */
export const decideAtDoor = (state: DoorState, tap: Tap, now: number): AdmissionVerdict =>
  decideBy(noGate, state, tap, now)

const failedGate = (failed: FailedGates): GateReason | undefined =>
  failed === NO_FAILED_GATES
    ? undefined
    : GATE_REASONS.find((reason) => failed[reason] !== undefined)

const noGate = (): undefined => undefined

const decideBy = (
  gateOf: (failed: FailedGates) => GateReason | undefined,
  state: DoorState,
  tap: Tap,
  now: number,
): AdmissionVerdict => {
  const { configuration } = state
  const facts = state.find(tap)
  // A cancelled session admits no one, not even people who are inside.
  if (configuration.cancelled)
    return blocked(facts, "session_cancelled", time("cancelled_at", configuration.cancelled_at))
  // Before re-entry on purpose: a card frozen after its owner went in must not let the finder in
  // again.
  if (facts.card_frozen && !configuration.admits_frozen_cards)
    return blocked(facts, "card_frozen", NO_DETAILS)
  if (facts.admitted) {
    if (configuration.allow_reentry) return admitted(facts, true)
    return blocked(facts, "already_admitted", time("first_admitted_at", facts.first_admitted_at))
  }
  const {
    checkin_opens_at: opensAt,
    checkin_closes_at: closesAt,
    closed_by: closedBy,
  } = configuration
  if (!configuration.checkin_open)
    return blocked(
      facts,
      "checkin_closed",
      closedBy === null ? NO_DETAILS : { closed_by: closedBy },
    )
  if (opensAt !== null && now < opensAt)
    return blocked(facts, "checkin_not_started", time("opens_at", opensAt))
  if (closesAt !== null && now >= closesAt)
    return blocked(facts, "checkin_ended", time("closes_at", closesAt))
  if (!facts.on_roster) return verdict(facts, "undetermined", null, NO_DETAILS)
  const gate = gateOf(facts.failed_gates)
  if (gate !== undefined) return blocked(facts, gate, facts.failed_gates[gate] ?? NO_DETAILS)
  const seats = configuration.max_attendees
  // A ticket holder's seat is in `reserved` already, so capacity is never held against them.
  if (seats !== null && !facts.has_ticket && state.reserved + state.walk_ins >= seats) {
    return blocked(facts, "session_full", { max_attendees: seats })
  }
  return admitted(facts, false)
}

// Frozen, since every verdict without figures shares it.
const NO_DETAILS: AdmissionDetails = Object.freeze({})

const blocked = (
  facts: TapFacts,
  reason: BlockedReason,
  details: AdmissionDetails,
): AdmissionVerdict => verdict(facts, "blocked", reason, details)

const admitted = (facts: TapFacts, reentry: boolean): AdmissionVerdict => ({
  decision: "admitted",
  blocked_reason: null,
  undetermined_reason: null,
  disputed_reason: facts.card_frozen ? "card_frozen" : null,
  wallet_address: facts.wallet_address,
  reentry,
  seat: reentry ? "none" : facts.has_ticket ? "ticket" : "walk_in",
  details: NO_DETAILS,
})

/**
 * A verdict that does not admit the person. One literal and no copies: this runs once per tap, and
 * small objects are most of its cost.
 */
const verdict = (
  facts: TapFacts,
  decision: "blocked" | "undetermined",
  reason: BlockedReason | null,
  details: AdmissionDetails,
): AdmissionVerdict => ({
  decision,
  blocked_reason: reason,
  undetermined_reason: reason === null ? "not_on_roster" : null,
  disputed_reason: null,
  wallet_address: facts.wallet_address,
  reentry: false,
  seat: "none",
  details,
})

const time = (name: string, at: number | null): AdmissionDetails =>
  at === null ? NO_DETAILS : { [name]: new Date(at).toISOString() }
