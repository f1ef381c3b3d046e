import fc from "fast-check"
import { describe, expect, it } from "vitest"
import {
  type AdmissionVerdict,
  type DoorConfiguration,
  type DoorState,
  decideAdmission,
  GATE_REASONS,
  type TapFacts,
} from "./rules.ts"

const NOW = Date.UTC(2026, 10, 21, 19)
const open: DoorConfiguration = {
  cancelled: false,
  cancelled_at: null,
  checkin_open: true,
  closed_by: null,
  checkin_opens_at: null,
  checkin_closes_at: null,
  allow_reentry: false,
  admits_frozen_cards: false,
  max_attendees: null,
}
const somebody: TapFacts = {
  wallet_address: "sy1anna",
  card_frozen: false,
  admitted: false,
  first_admitted_at: null,
  on_roster: true,
  has_ticket: false,
  failed_gates: {},
}

interface Situation {
  readonly configuration?: Partial<DoorConfiguration>
  readonly facts?: Partial<TapFacts>
  readonly reserved?: number
  readonly walkIns?: number
}

const stateOf = ({ configuration, facts, reserved = 0, walkIns = 0 }: Situation): DoorState => ({
  configuration: { ...open, ...configuration },
  reserved,
  walk_ins: walkIns,
  find: () => ({ ...somebody, ...facts }),
})
const decide = (situation: Situation, now = NOW): AdmissionVerdict =>
  decideAdmission(stateOf(situation), { type: "card", value: "04A1" }, now)
const reasonOf = (verdict: AdmissionVerdict): string =>
  verdict.blocked_reason ?? verdict.undetermined_reason ?? verdict.decision

// Each entry fails its own rule; all entries together fail every rule, so that removing one shows
// the next.
const ladder: readonly (readonly [string, Situation])[] = [
  ["session_cancelled", { configuration: { cancelled: true } }],
  ["card_frozen", { facts: { card_frozen: true } }],
  ["already_admitted", { facts: { admitted: true } }],
  ["checkin_closed", { configuration: { checkin_open: false } }],
  ["checkin_not_started", { configuration: { checkin_opens_at: NOW + 1 } }],
  ["checkin_ended", { configuration: { checkin_closes_at: NOW } }],
  ["not_on_roster", { facts: { on_roster: false } }],
  ["prior_session_required", { facts: { failed_gates: { prior_session_required: {} } } }],
  ["session_full", { configuration: { max_attendees: 3 }, reserved: 1, walkIns: 2 }],
]
const together = (situations: readonly Situation[]): Situation =>
  situations.reduce(
    (all, next) => ({
      ...all,
      ...next,
      configuration: { ...all.configuration, ...next.configuration },
      facts: { ...all.facts, ...next.facts },
    }),
    {},
  )

describe("the order of the rules", () => {
  ladder.forEach(([reason, own], index) => {
    it(`${index + 1}. ${reason} comes before everything after it`, () => {
      expect(reasonOf(decide(own))).toBe(reason)
      const rest = ladder.slice(index).map(([, situation]) => situation)
      expect(reasonOf(decide(together(rest)))).toBe(reason)
    })
  })

  GATE_REASONS.forEach((reason, index) => {
    it(`gate ${index + 1}. ${reason} comes before the gates after it, with its own figures`, () => {
      const failed = Object.fromEntries(GATE_REASONS.slice(index).map((gate) => [gate, { gate }]))
      const verdict = decide({
        facts: { failed_gates: failed },
        configuration: { max_attendees: 0 },
      })
      expect(verdict).toMatchObject({
        decision: "blocked",
        blocked_reason: reason,
        details: { gate: reason },
      })
    })
  })

  it("admits when no rule objects", () => {
    expect(decide({})).toEqual({
      decision: "admitted",
      blocked_reason: null,
      undetermined_reason: null,
      disputed_reason: null,
      wallet_address: "sy1anna",
      reentry: false,
      seat: "walk_in",
      details: {},
    })
  })
})

describe("single rules", () => {
  it("case 10: closed and already admitted is already_admitted; with re-entry it is an admission", () => {
    const inside = {
      configuration: { checkin_open: false },
      facts: { admitted: true, first_admitted_at: NOW - 1000 },
    }
    expect(decide(inside)).toMatchObject({
      blocked_reason: "already_admitted",
      details: { first_admitted_at: "2026-11-21T18:59:59.000Z" },
    })
    const reentry = decide({
      ...inside,
      configuration: { ...inside.configuration, allow_reentry: true },
    })
    expect(reentry).toMatchObject({ decision: "admitted", reentry: true, seat: "none" })
  })

  it("re-entry skips window, roster, gates and capacity, but not a cancelled session or a frozen card", () => {
    const inside = { facts: { admitted: true }, configuration: { allow_reentry: true } }
    expect(
      decide(together([...ladder.slice(3).map(([, situation]) => situation), inside])).decision,
    ).toBe("admitted")
    expect(reasonOf(decide(together([{ configuration: { cancelled: true } }, inside])))).toBe(
      "session_cancelled",
    )
    expect(reasonOf(decide(together([{ facts: { card_frozen: true } }, inside])))).toBe(
      "card_frozen",
    )
  })

  it("a frozen card is admitted under dispute where the session admits frozen cards, re-entry included", () => {
    const frozen = { configuration: { admits_frozen_cards: true }, facts: { card_frozen: true } }
    expect(decide(frozen)).toMatchObject({ decision: "admitted", disputed_reason: "card_frozen" })
    expect(
      decide(
        together([frozen, { configuration: { allow_reentry: true }, facts: { admitted: true } }]),
      ),
    ).toMatchObject({
      reentry: true,
      disputed_reason: "card_frozen",
    })
  })

  it("cases 11, 12 and 16: the window includes its start and excludes its end, and says which it was", () => {
    const window = { configuration: { checkin_opens_at: NOW, checkin_closes_at: NOW + 1000 } }
    expect(decide(window, NOW - 1)).toMatchObject({
      blocked_reason: "checkin_not_started",
      details: { opens_at: "2026-11-21T19:00:00.000Z" },
    })
    expect(decide(window, NOW).decision).toBe("admitted")
    expect(decide(window, NOW + 999).decision).toBe("admitted")
    expect(decide(window, NOW + 1000)).toMatchObject({
      blocked_reason: "checkin_ended",
      details: { closes_at: "2026-11-21T19:00:01.000Z" },
    })
  })

  it("reports what only the server knows, where it is known", () => {
    expect(decide({ configuration: { cancelled: true, cancelled_at: NOW } }).details).toEqual({
      cancelled_at: "2026-11-21T19:00:00.000Z",
    })
    expect(
      decide({ configuration: { checkin_open: false, closed_by: "activity" } }).details,
    ).toEqual({ closed_by: "activity" })
    expect(decide({ configuration: { checkin_open: false } }).details).toEqual({})
  })

  it("counts tickets and walk-ins against the cap, and fills the last seat", () => {
    const capped = { configuration: { max_attendees: 5 } }
    expect(decide({ ...capped, reserved: 2, walkIns: 2 }).decision).toBe("admitted")
    expect(decide({ ...capped, reserved: 2, walkIns: 3 })).toMatchObject({
      blocked_reason: "session_full",
      details: { max_attendees: 5 },
    })
    expect(
      decide({ ...capped, reserved: 9, walkIns: 9, facts: { has_ticket: true } }),
    ).toMatchObject({
      decision: "admitted",
      seat: "ticket",
    })
  })
})

describe("properties", () => {
  const situation: fc.Arbitrary<Situation> = fc.record({
    configuration: fc.record({
      cancelled: fc.boolean(),
      checkin_open: fc.boolean(),
      checkin_opens_at: fc.constantFrom(null, NOW - 1, NOW, NOW + 1),
      checkin_closes_at: fc.constantFrom(null, NOW, NOW + 1),
      allow_reentry: fc.boolean(),
      admits_frozen_cards: fc.boolean(),
      max_attendees: fc.constantFrom(null, 0, 1, 2, 3, 4),
    }),
    facts: fc.record({
      card_frozen: fc.boolean(),
      admitted: fc.boolean(),
      on_roster: fc.boolean(),
      has_ticket: fc.boolean(),
    }),
    reserved: fc.nat(4),
    walkIns: fc.nat(4),
  })

  it("(a) a ticket holder never hears session_full", () => {
    fc.assert(
      fc.property(
        situation,
        (any) =>
          decide(together([any, { facts: { has_ticket: true } }])).blocked_reason !==
          "session_full",
      ),
    )
  })

  it("(d) more people inside never turn a refusal into an admission", () => {
    fc.assert(
      fc.property(situation, fc.nat(3), (any, more) => {
        const before = decide(any).decision
        const after = decide({ ...any, walkIns: (any.walkIns ?? 0) + more }).decision
        expect(before !== "admitted" && after === "admitted").toBe(false)
      }),
    )
  })

  it("sets exactly the reason that belongs to the decision, and a seat only with an admission", () => {
    fc.assert(
      fc.property(situation, (any) => {
        const verdict = decide(any)
        expect(verdict.blocked_reason !== null).toBe(verdict.decision === "blocked")
        expect(verdict.undetermined_reason !== null).toBe(verdict.decision === "undetermined")
        expect(verdict.seat !== "none").toBe(verdict.decision === "admitted" && !verdict.reentry)
        expect(verdict.disputed_reason === null || verdict.decision === "admitted").toBe(true)
      }),
    )
  })
})
