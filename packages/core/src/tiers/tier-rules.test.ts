import { Result } from "effect"
import { describe, expect, it } from "vitest"
import { defaultTier, type PaymentInterval, paymentIntervals, type Tier } from "./tier.ts"
import {
  changedTier,
  deletedTier,
  maySeeTier,
  permitTierChange,
  permitTierDelete,
  type TierBlockers,
  type TierChange,
  type TierReader,
} from "./tier-rules.ts"

const now = new Date("2026-11-21T10:00:00Z")
const tier: Tier = {
  ...defaultTier,
  uuid: "t",
  organizationUuid: "o",
  slug: "gold",
  name: "Gold",
  description: "Shiny",
  priceCents: 500,
  paymentInterval: "monthly",
  gracePeriodDays: 3,
  createdAt: new Date("2026-01-01T00:00:00Z"),
  updatedAt: undefined,
  deletedAt: undefined,
}

describe("a tier that changes", () => {
  it.each<readonly [TierChange, Partial<Tier>]>([
    [{}, {}],
    [{ name: "Platinum" }, { name: "Platinum" }],
    [
      { description: null, gracePeriodDays: null },
      { description: undefined, gracePeriodDays: undefined },
    ],
    [
      { description: "", gracePeriodDays: 0 },
      { description: "", gracePeriodDays: 0 },
    ],
    [{ description: undefined, gracePeriodDays: undefined, priceCents: undefined }, {}],
    [
      { priceCents: 0, position: 0, rewardPointsMultiplierTenThousandths: 0 },
      { priceCents: 0, rewardPointsMultiplierTenThousandths: 0 },
    ],
    [
      { inclusions: [], entitlements: { lounge: false }, visibility: "private" },
      { entitlements: { lounge: false }, visibility: "private" },
    ],
    [
      { currency: "EUR", paymentInterval: "one_time", inclusions: ["a"] },
      { currency: "EUR", paymentInterval: "one_time", inclusions: ["a"] },
    ],
  ])("%j", (change, expected) =>
    expect(changedTier(tier, change, now)).toEqual({ ...tier, ...expected, updatedAt: now }),
  )
})

describe("members stand in the way", () => {
  const refusedFor = (
    before: Tier,
    change: TierChange,
    members: { active: number; lapsed: number },
  ): unknown => {
    const outcome = permitTierChange(before, changedTier(before, change, now), members)
    return Result.isFailure(outcome) ? outcome.failure.details : undefined
  }

  it.each<readonly [TierChange, readonly string[] | undefined]>([
    [{ priceCents: 900 }, undefined],
    [{ priceCents: 0 }, undefined],
    [{ visibility: "private" }, undefined],
    [{ gracePeriodDays: 0, entitlements: { a: 1 }, inclusions: ["x"], position: 9 }, undefined],
    [{ currency: "PHP", paymentInterval: "monthly" }, undefined],
    [{ paymentInterval: "yearly" }, undefined],
    [{ currency: "EUR" }, ["currency"]],
    [{ paymentInterval: "one_time" }, ["payment_interval"]],
    [
      { currency: "EUR", paymentInterval: "one_time", priceCents: 1 },
      ["currency", "payment_interval"],
    ],
  ])("of %j", (change, fields) => {
    const expected = (memberships: number) =>
      fields === undefined ? undefined : { fields, memberships }
    expect(refusedFor(tier, change, { active: 0, lapsed: 0 })).toBeUndefined()
    expect(refusedFor(tier, change, { active: 2, lapsed: 0 })).toEqual(expected(2))
    expect(refusedFor(tier, change, { active: 0, lapsed: 1 })).toEqual(expected(1))
    expect(refusedFor(tier, change, { active: 2, lapsed: 1 })).toEqual(expected(3))
  })

  it.each(paymentIntervals.flatMap((from) => paymentIntervals.map((to) => [from, to] as const)))(
    "from %s to %s",
    (from, to) => {
      const isOneTime = (interval: PaymentInterval) => interval === "one_time"
      const refused = refusedFor(
        { ...tier, paymentInterval: from },
        { paymentInterval: to },
        { active: 1, lapsed: 0 },
      )
      expect(refused !== undefined).toBe(isOneTime(from) !== isOneTime(to))
    },
  )
})

describe("deleting", () => {
  const refusedFor = (blockers: TierBlockers): unknown => {
    const outcome = permitTierDelete(blockers)
    return Result.isFailure(outcome) ? outcome.failure.details : undefined
  }

  it.each([
    { memberships: 0, cards: 0, cardModels: 0 },
    { memberships: 0, cards: 0, cardModels: 7 },
  ])("is permitted with %j", (blockers) => expect(refusedFor(blockers)).toBeUndefined())
  it.each([
    [
      { memberships: 1, cards: 0, cardModels: 0 },
      { memberships: 1, cards: 0, card_models: 0 },
    ],
    [
      { memberships: 0, cards: 2, cardModels: 1 },
      { memberships: 0, cards: 2, card_models: 1 },
    ],
  ])("is refused with %j, which is told", (blockers, details) =>
    expect(refusedFor(blockers)).toEqual(details),
  )
  it("keeps all of it but that it is gone", () =>
    expect(deletedTier(tier, now)).toEqual({ ...tier, updatedAt: now, deletedAt: now }))
})

describe("a tier is there for", () => {
  const isPrivate = { ...tier, visibility: "private" } as const
  const [staff, holder, other, nobody]: readonly TierReader[] = [
    { isStaff: true, tierUuid: undefined },
    { isStaff: false, tierUuid: tier.uuid },
    { isStaff: false, tierUuid: "another" },
    { isStaff: false, tierUuid: undefined },
  ]
  it.each([
    ["staff", staff, true],
    ["who is on it", holder, true],
    ["who is on another", other, false],
    ["anybody", nobody, false],
  ] as const)("%s", (_, reader, seesPrivate) => {
    if (reader === undefined) throw new Error("There is no such reader.")
    expect(maySeeTier(tier, reader)).toBe(true)
    expect(maySeeTier(isPrivate, reader)).toBe(seesPrivate)
    expect(maySeeTier(deletedTier(tier, now), reader)).toBe(false)
    expect(maySeeTier(deletedTier(isPrivate, now), reader)).toBe(false)
  })
})
