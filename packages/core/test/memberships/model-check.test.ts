import { Result } from "effect"
import { describe, expect, it } from "vitest"
import type { Membership } from "../../src/index.ts"
import {
  type MembershipAsks,
  membershipBreaches,
  type MembershipChange,
  decideMembership,
  type MembershipHistoryEntry,
  type MembershipTrigger,
} from "../../src/memberships/index.ts"
import { triggersIn, weekly } from "./asks.ts"
import { everyTier, now } from "../fixtures/tiers.ts"
import { factsOf } from "./facts.ts"
import { judge } from "./judge.ts"
import { payer } from "./life.ts"
import { states } from "./states.ts"
import { rowNames } from "./table.ts"

const tierOf = (uuid: string) => everyTier.find((tier) => tier.uuid === uuid) ?? weekly

/** What the invariants say of a change, over a history that had made the row before it. */
const breachesIn = ({ before, after, terms, entry }: MembershipChange): readonly string[] => {
  const past = before === undefined ? [] : [made(before)]
  const history = entry === undefined ? past : [...past, entry]
  const isUntouched = before === after
  return membershipBreaches(
    { membership: after, tier: tierOf(after.tierUuid), terms, history },
    now,
  ).filter((name) => !(name === "terms" && isUntouched))
}

const made = (after: Membership): MembershipHistoryEntry => ({
  at: now,
  by: payer,
  cause: "join",
  paymentRef: undefined,
  note: undefined,
  conversion: undefined,
  before: undefined,
  after,
  termsBefore: [],
  termsAfter: [],
})

const tally = (counts: Map<string, number>, name: string): void =>
  void counts.set(name, (counts.get(name) ?? 0) + 1)

describe("every state against every trigger", () => {
  it("is told by one row of the table, is what the row says, and breaks no invariant", () => {
    const rows = new Map<string, number>()
    const faults = new Map<string, number>()
    const triggers = new Map<MembershipTrigger, number>()
    let refused = 0
    const all = states()
    for (const state of all) {
      const facts = factsOf(state, now)
      for (const { trigger, ask } of triggersIn(state)) {
        triggers.set(trigger, (triggers.get(trigger) ?? 0) + 1)
        const answer = decideMembership<MembershipTrigger>(state, trigger, ask, now)
        if (Result.isFailure(answer)) refused += 1
        const verdict = judge(
          { state, trigger, ask: ask satisfies MembershipAsks[MembershipTrigger], answer, now },
          tierOf,
          facts,
        )
        tally(rows, verdict.row)
        const breaches = Result.isFailure(answer)
          ? []
          : breachesIn(answer.success).map((name) => `${trigger} breaks ${name}`)
        for (const fault of [...verdict.faults, ...breaches]) tally(faults, fault)
      }
    }
    const pairs = [...triggers.values()].reduce((sum, count) => sum + count, 0)
    console.log(
      `model check: ${all.length} states, ${triggers.size} triggers, ${pairs} pairs (${refused} refused); each is one of ${rowNames.length} rows`,
    )
    console.log([...rows].map(([name, count]) => `${name} ${count}`).join("; "))
    expect(Object.fromEntries(faults)).toEqual({})
    expect(rowNames.filter((name) => !rows.has(name))).toEqual([])
    expect(triggers.size).toBe(18)
  })
})
