import { describe, expect, it } from "vitest"
import {
  membershipBreaches,
  foldHistory,
  type MembershipInvariant,
  type MembershipRecord,
  membershipRules,
  type MembershipTerm,
} from "../../src/memberships/index.ts"
import { day, now, tiers } from "../fixtures/tiers.ts"
import { holder, openLife } from "./life.ts"

const later = new Date(now.getTime() + day)

/** A member as the rules leave one, and with a year behind them. */
const stored = (): MembershipRecord => {
  const life = openLife()
  life.add(tiers.silver)
  life.change(tiers.gold)
  return life.stored()[0] as MembershipRecord
}

const withRow = (of: Partial<MembershipRecord["membership"]>): MembershipRecord => {
  const { history, ...rest } = stored()
  const membership = { ...rest.membership, ...of }
  return {
    ...rest,
    membership,
    history: history.map((entry, n) =>
      n === history.length - 1 ? { ...entry, after: membership } : entry,
    ),
  }
}

const cut = (terms: readonly MembershipTerm[]): readonly MembershipTerm[] =>
  terms.flatMap((term) => [
    { ...term, endsAt: later },
    { ...term, startsAt: new Date(later.getTime() + 1) },
  ])

describe("breachesOf", () => {
  const planted: readonly (readonly [
    string,
    readonly MembershipInvariant[],
    () => MembershipRecord,
  ])[] = [
    ["what the rules leave", [], stored],
    ["one date alone", ["R1"], () => withRow({ renewableUntil: undefined })],
    ["renewable until before the end", ["R1"], () => withRow({ renewableUntil: now })],
    ["notice and grace", ["R2"], () => withRow({ cancelledAt: now })],
    [
      "notice without an end",
      ["R2", "terms"],
      () => withRow({ cancelledAt: now, validUntil: undefined, renewableUntil: undefined }),
    ],
    ["access after the end", ["R3"], () => withRow({ endedAt: now, endedBy: "left" })],
    [
      "a change that nobody wrote down",
      ["R5"],
      () => ({ ...stored(), membership: { ...stored().membership, anchorTerms: 9 } }),
    ],
    [
      "an entry that is missing",
      ["R5"],
      () => ({ ...stored(), history: stored().history.slice(1) }),
    ],
    ["no history", ["R5"], () => ({ ...stored(), history: [] })],
    ["terms with a gap", ["terms"], () => ({ ...stored(), terms: cut(stored().terms) })],
    [
      "terms that end before access does",
      ["terms"],
      () => ({ ...stored(), terms: cut(stored().terms).slice(0, 1) }),
    ],
    ["no terms", ["terms"], () => ({ ...stored(), terms: [] })],
  ]
  it.each(planted)("%s: %j", (_, expected, made) =>
    expect(membershipBreaches(made(), now)).toEqual(expected),
  )

  it("sees a row that changed after its end", () => {
    const life = openLife()
    life.add(tiers.silver)
    life.remove()
    const [one] = life.stored()
    const last = one?.history.at(-1)
    if (one === undefined || last === undefined) throw new Error("nothing is kept")
    const membership = { ...one.membership, revision: 7 }
    const history = [...one.history, { ...last, before: one.membership, after: membership }]
    expect(membershipBreaches({ ...one, membership, history }, now)).toEqual(["R3"])
  })
})

describe("foldHistory", () => {
  it("gives the row, or nothing for a history that does not hang together", () => {
    const { history, membership } = stored()
    expect(foldHistory(history)).toEqual(membership)
    expect(foldHistory(history.toReversed())).toBeUndefined()
    expect(foldHistory([])).toBeUndefined()
  })
})

describe("joining again", () => {
  it("settles a row whose time ran out and that nobody ended, and no other", () => {
    const life = openLife()
    life.add(tiers.silver)
    const state = life.state()
    life.leave()
    life.remove()
    const [removed] = life.stored()
    const ask = { by: holder, tier: tiers.guest, uuid: "another" }
    expect(membershipRules.join({ ...state, held: removed }, ask, later)).toMatchObject({
      success: { settled: undefined },
    })
    const longAfter = new Date(now.getTime() + 90 * day)
    expect(membershipRules.join(state, ask, longAfter)).toMatchObject({
      success: { settled: { after: { endedBy: "lapsed" } } },
    })
    expect(membershipRules.join({ ...state, held: undefined }, ask, now)).toMatchObject({
      success: { settled: undefined },
    })
  })
})
