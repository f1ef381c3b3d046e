import type { Tap } from "./identifier.ts"
import {
  type AdmissionDetails,
  type AdmissionVerdict,
  type BlockedReason,
  type DoorState,
  decideAdmission,
  GATE_REASONS,
  type TapFacts,
} from "./rules.ts"

/** A rule by the reason it refuses with; `not_on_roster` cannot tell rather than refuse. */
export type AdmissionRule = BlockedReason | "not_on_roster"

/**
 * Every rule in the order in which {@link decideAdmission} asks; a test holds each pair of them to
 * that order.
 */
export const ADMISSION_RULES: readonly AdmissionRule[] = [
  "session_cancelled",
  "card_frozen",
  "already_admitted",
  "checkin_closed",
  "checkin_not_started",
  "checkin_ended",
  "not_on_roster",
  ...GATE_REASONS,
  "session_full",
]

/** What one rule said of one tap. */
export interface ExplainedRule {
  readonly rule: AdmissionRule
  /**
   * `admitted` is a re-entry, which ends the questions; `not_asked` comes after whatever ended
   * them.
   */
  readonly outcome: "passed" | "refused" | "admitted" | "not_asked"
  /**
   * What the rule looked at, by wire name, refused or not; times are ISO 8601 UTC with
   * milliseconds.
   */
  readonly figures: Readonly<Record<string, string | number | boolean | null>>
}

/** A verdict and how it came about. */
export interface AdmissionExplanation {
  readonly verdict: AdmissionVerdict
  /** All of {@link ADMISSION_RULES}, in their order. */
  readonly rules: readonly ExplainedRule[]
}

/**
 * Decides as {@link decideAdmission} does, and tells for every rule whether it was asked, what it
 * looked at and what it said. The verdict is that function's own, so that an explanation cannot
 * disagree with it. For people at a door and for support; it is many times slower.
 */
export const explainAdmission = (state: DoorState, tap: Tap, now: number): AdmissionExplanation => {
  const facts = { ...state.find(tap) }
  const verdict = decideAdmission(state, tap, now)
  const last = lastAsked(verdict)
  const ending = verdict.decision === "admitted" ? "admitted" : "refused"
  return {
    verdict,
    rules: ADMISSION_RULES.map((rule, index) => ({
      rule,
      outcome: index < last ? "passed" : index === last ? ending : "not_asked",
      figures: figuresOf(rule, state, facts, now),
    })),
  }
}

/** Beyond the last rule when all were passed. */
const lastAsked = (verdict: AdmissionVerdict): number => {
  const rule =
    verdict.blocked_reason ??
    verdict.undetermined_reason ??
    (verdict.reentry ? "already_admitted" : null)
  return rule === null ? ADMISSION_RULES.length : ADMISSION_RULES.indexOf(rule)
}

const figuresOf = (
  rule: AdmissionRule,
  state: DoorState,
  facts: TapFacts,
  now: number,
): ExplainedRule["figures"] => {
  const { configuration: set, reserved, walk_ins: walkIns } = state
  switch (rule) {
    case "session_cancelled":
      return { cancelled: set.cancelled, cancelled_at: instant(set.cancelled_at) }
    case "card_frozen":
      return { card_frozen: facts.card_frozen, admits_frozen_cards: set.admits_frozen_cards }
    case "already_admitted":
      return {
        admitted: facts.admitted,
        first_admitted_at: instant(facts.first_admitted_at),
        allow_reentry: set.allow_reentry,
      }
    case "checkin_closed":
      return { checkin_open: set.checkin_open, closed_by: set.closed_by }
    case "checkin_not_started":
      return { now: instant(now), opens_at: instant(set.checkin_opens_at) }
    case "checkin_ended":
      return { now: instant(now), closes_at: instant(set.checkin_closes_at) }
    case "not_on_roster":
      return { on_roster: facts.on_roster, wallet_address: facts.wallet_address }
    case "session_full":
      return {
        has_ticket: facts.has_ticket,
        reserved,
        walk_ins: walkIns,
        max_attendees: set.max_attendees,
      }
    default:
      return gateFigures(facts.failed_gates[rule])
  }
}

const gateFigures = (failed: AdmissionDetails | undefined): ExplainedRule["figures"] =>
  failed === undefined ? { failed: false } : { failed: true, ...failed }

/** Null for none, and for what is no time. */
const instant = (at: number | null): string | null =>
  at === null || !(Math.abs(at) <= 8.64e15) ? null : new Date(at).toISOString()
