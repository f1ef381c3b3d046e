import { describe, expect, it } from "vitest"
import { startMembership } from "./machine/joining.ts"
import type { Tier } from "../tiers/tier.ts"
import { entitlementsOf, refusedBecause, tierGrants } from "./entitlements.ts"

const now = new Date("2026-11-21T10:00:00Z")
const tier = {
  entitlements: { lounge: true, guests: 2, desk: false, none: 0, word: "" },
  paymentInterval: "monthly",
  gracePeriodDays: undefined,
} as unknown as Tier
const terms = {
  validUntil: undefined,
  customPriceCents: undefined,
  customPaymentInterval: undefined,
}
const membership = startMembership({ uuid: "m", userUuid: "u", tier, zone: "UTC", ...terms }, now)

describe("tierGrants", () => {
  it.each([
    ["lounge", true],
    ["guests", true],
    ["member", true],
    ["desk", false],
    ["none", false],
    ["word", false],
    ["other", false],
    ["toString", false],
  ])("%s: %s", (key, granted) => expect(tierGrants(tier, key)).toBe(granted))
})

describe("entitlements over a life", () => {
  const at = (text: string) => new Date(text)
  it.each([
    ["2026-11-21T10:00:00Z", undefined],
    ["2026-12-21T09:59:59.999Z", undefined],
    ["2026-12-21T10:00:00Z", "lapsed"],
    ["2026-12-28T09:59:59.999Z", "lapsed"],
    ["2026-12-28T10:00:00Z", "no_membership"],
  ])("at %s refused because %s", (text, because) =>
    expect(refusedBecause(membership, tier, "member", at(text))).toBe(because),
  )
  it("grants nothing once lapsed", () =>
    expect(entitlementsOf(membership, tier, at("2026-12-21T10:00:00Z"))).toEqual({}))
  it("says when the tier does not grant", () =>
    expect(refusedBecause(membership, tier, "desk", now)).toBe("not_granted"))
})
