import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { startMembership } from "../memberships/machine/joining.ts"
import type { Tier } from "../tiers/tier.ts"
import { multipliedPoints, multiplierOf, rewardTags } from "./issued-reward.ts"

const now = new Date("2026-11-21T10:00:00Z")
const tier = {
  entitlements: {},
  paymentInterval: "monthly",
  gracePeriodDays: undefined,
  rewardPointsMultiplierTenThousandths: 15_000,
} as unknown as Tier
const terms = {
  validUntil: undefined,
  customPriceCents: undefined,
  customPaymentInterval: undefined,
}
const membership = startMembership({ uuid: "m", userUuid: "u", tier, zone: "UTC", ...terms }, now)

describe("points of a reward", () => {
  it.each([
    [7, 15_000, 10],
    [1, 9_999, 0],
    [3, 10_000, 3],
    [100, 0, 0],
    [1_000_000_000, 99_999_999, 9_999_999_900_000],
  ])("%i times %i ten-thousandths: %i", (points, times, expected) =>
    expect(multipliedPoints(points, times)).toBe(expected),
  )

  it("are the largest whole number that the product holds, exactly", () => {
    const times = fc.integer({ min: 0, max: 99_999_999 })
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 1_000_000_000 }), times, (points, by) => {
        const exact = BigInt(points) * BigInt(by)
        const given = BigInt(multipliedPoints(points, by)) * 10_000n
        expect(given <= exact && exact < given + 10_000n).toBe(true)
      }),
    )
  })

  it("are multiplied by the tier of an active member, and of nobody else", () => {
    const lapsed = new Date("2026-12-21T10:00:00Z")
    expect(multiplierOf({ membership, tier }, now)).toBe(15_000)
    expect(multiplierOf({ membership, tier }, lapsed)).toBe(10_000)
    expect(multiplierOf({ membership: undefined, tier: undefined }, now)).toBe(10_000)
  })

  it("are told in the tags where they were multiplied", () => {
    expect(rewardTags({ uuid: "t", points: 4 }, 15_000)).toEqual(["reward:t", "multiplier:1.5"])
    expect(rewardTags({ uuid: "t", points: 4 }, 10_000)).toEqual(["reward:t"])
    expect(rewardTags({ uuid: "t", points: 0 }, 15_000)).toEqual(["reward:t"])
  })
})
