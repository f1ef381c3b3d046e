import { Result } from "effect"
import { describe, expect, it } from "vitest"
import { subscriptionTiers } from "../../src/accounts/subscription.ts"
import {
  permitAnother,
  permitBackground,
  permitDeletion,
  permitPrimary,
} from "../../src/profiles/profile-rules.ts"

const customBackground = { backgroundColor: "red" }
const isPermitted = (result: Result.Result<void, unknown>) => Result.isSuccess(result)

describe("what a subscription allows of profile pages", () => {
  it.each(["free", "plus", "pro"] as const)("is as many pages as %s says, and no more", (tier) => {
    const { entitlements } = subscriptionTiers[tier]
    expect(isPermitted(permitAnother(entitlements.maxProfiles - 1, entitlements))).toBe(true)
    expect(isPermitted(permitAnother(entitlements.maxProfiles, entitlements))).toBe(false)
    expect(isPermitted(permitAnother(entitlements.maxProfiles + 1, entitlements))).toBe(false)
  })
  it("is a background with the entitlement, and none without", () => {
    const { free, plus } = subscriptionTiers
    expect(isPermitted(permitBackground({ customBackground }, plus.entitlements))).toBe(true)
    expect(isPermitted(permitBackground({ customBackground }, free.entitlements))).toBe(false)
    for (const cleared of [{ customBackground: null }, { customBackground: undefined }])
      expect(isPermitted(permitBackground(cleared, free.entitlements))).toBe(true)
  })
})

describe("the primary page", () => {
  const primary = { primarySince: new Date(0) }
  it("is deleted last, every other page at any time", () => {
    expect(isPermitted(permitDeletion(primary, 2))).toBe(false)
    expect(isPermitted(permitDeletion(primary, 1))).toBe(true)
    expect(isPermitted(permitDeletion({ primarySince: undefined }, 2))).toBe(true)
  })
  it("is not locked when it becomes that", () => {
    expect(isPermitted(permitPrimary(true))).toBe(false)
    expect(isPermitted(permitPrimary(false))).toBe(true)
  })
})
