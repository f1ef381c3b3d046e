import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { ADMISSION_RULES, type AdmissionRule, explainAdmission } from "./explain.ts"
import { type DoorState, decideAdmission, GATE_REASONS, type TapFacts } from "./rules.ts"

const NOW = Date.UTC(2026, 10, 21, 19)
const tap = { type: "card", value: "04A1" } as const

/** A state in which exactly these rules would refuse. */
const failing = (
  rules: readonly AdmissionRule[],
  change: Partial<DoorState["configuration"]> = {},
): DoorState => {
  const has = (rule: AdmissionRule) => rules.includes(rule)
  const facts: TapFacts = {
    wallet_address: "sy1anna",
    card_frozen: has("card_frozen"),
    admitted: has("already_admitted"),
    first_admitted_at: NOW - 1000,
    on_roster: !has("not_on_roster"),
    has_ticket: false,
    failed_gates: Object.fromEntries(GATE_REASONS.filter(has).map((gate) => [gate, { figure: 7 }])),
  }
  return {
    configuration: {
      cancelled: has("session_cancelled"),
      cancelled_at: NOW - 5000,
      checkin_open: !has("checkin_closed"),
      closed_by: "session",
      checkin_opens_at: has("checkin_not_started") ? NOW + 1 : NOW,
      checkin_closes_at: has("checkin_ended") ? NOW : NOW + 1,
      allow_reentry: false,
      admits_frozen_cards: false,
      max_attendees: has("session_full") ? 3 : 4,
      ...change,
    },
    reserved: 1,
    walk_ins: 2,
    find: () => facts,
  }
}

const refusedBy = (rules: readonly AdmissionRule[]) => {
  const verdict = decideAdmission(failing(rules), tap, NOW)
  return verdict.blocked_reason ?? verdict.undetermined_reason
}

describe("the order of rules", () => {
  it.each(
    ADMISSION_RULES.flatMap((first, index) =>
      ADMISSION_RULES.slice(index + 1).map((second) => [first, second] as const),
    ),
  )("%s comes before %s", (first, second) => {
    // Not started and ended exclude each other in time; the pair needs a window that ends before it
    // starts.
    expect(refusedBy([first, second])).toBe(first)
  })

  it.each(ADMISSION_RULES)("%s alone refuses", (rule) => {
    expect(refusedBy([rule])).toBe(rule)
  })

  it("none refuses: admitted", () => {
    expect(refusedBy([])).toBeNull()
  })
})

describe("explainAdmission", () => {
  it("gives decideAdmission's verdict and every rule once: passed, then the one that ended it, then those not asked", () => {
    fc.assert(
      fc.property(fc.subarray([...ADMISSION_RULES]), fc.boolean(), (rules, reentry) => {
        const state = failing(rules, { allow_reentry: reentry })
        const explained = explainAdmission(state, tap, NOW)
        expect(explained.verdict).toEqual(decideAdmission(state, tap, NOW))
        expect(explained.rules.map(({ rule }) => rule)).toEqual(ADMISSION_RULES)
        const outcomes = explained.rules.map(({ outcome }) => outcome)
        const ended = outcomes.findIndex((outcome) => outcome !== "passed")
        expect(ended === -1 ? null : ADMISSION_RULES[ended]).toBe(
          ADMISSION_RULES.find((rule) => rules.includes(rule)) ?? null,
        )
        if (ended === -1) return
        expect(outcomes[ended]).toBe(
          explained.verdict.decision === "admitted" ? "admitted" : "refused",
        )
        expect(outcomes.slice(ended + 1).every((outcome) => outcome === "not_asked")).toBe(true)
      }),
    )
  })

  it("carries the figures of each rule", () => {
    const { rules } = explainAdmission(failing(["session_full", "entitlement_required"]), tap, NOW)
    const figures = Object.fromEntries(rules.map((rule) => [rule.rule, rule.figures]))
    expect(figures).toMatchObject({
      session_cancelled: { cancelled: false },
      checkin_not_started: {
        now: "2026-11-21T19:00:00.000Z",
        opens_at: "2026-11-21T19:00:00.000Z",
      },
      not_on_roster: { on_roster: true, wallet_address: "sy1anna" },
      membership_required: { failed: false },
      entitlement_required: { failed: true, figure: 7 },
      session_full: { has_ticket: false, reserved: 1, walk_ins: 2, max_attendees: 3 },
    })
  })

  it("does not throw for a time that is none", () => {
    expect(explainAdmission(failing([]), tap, Number.NaN).rules).toHaveLength(
      ADMISSION_RULES.length,
    )
  })
})
