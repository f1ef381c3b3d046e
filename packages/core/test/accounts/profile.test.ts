import { describe, expect, it } from "vitest"
import { SignInRefused } from "../../src/index.ts"
import { openTestAccounts, password, refusal, firstPartyCaller } from "../fixtures/accounts.ts"
import { page } from "../fixtures/staffed-organization.ts"
import { createTestOrganization } from "../fixtures/world.ts"

describe("one's own profile", () => {
  it("changes what is sent, clears what is null, and leaves the rest", async () => {
    const { symbolon, ada } = await openTestAccounts()
    const self = symbolon.as(firstPartyCaller(ada.uuid)).users
    await self.updateProfile({ lastName: "Lovelace", phoneNumber: "+44 20 7946 0000" })
    expect(await symbolon.users.find({ user: "ada" })).toEqual({
      ...ada,
      lastName: "Lovelace",
      phoneNumber: "+44 20 7946 0000",
      updatedAt: symbolon.clock.now(),
    })
    await self.updateProfile({ lastName: null, phoneNumber: null, firstName: "Augusta" })
    const { firstName, lastName, phoneNumber, email } = await symbolon.users.find({
      user: "ada",
    })
    expect({ firstName, lastName, phoneNumber, email }).toEqual({
      firstName: "Augusta",
      email: "Ada@Example.org",
    })
    for (const input of [{ firstName: " " }, { email: "no address" }, { phoneNumber: "call me" }])
      await expect(self.updateProfile(input)).rejects.toMatchObject(refusal("Invalid"))
  })

  it("takes another address on trust of nobody: it is verified first, and the old one is told and opens nothing", async () => {
    const { symbolon, ada, mailed, tokenIn, signIn } = await openTestAccounts()
    const self = symbolon.as(firstPartyCaller(ada.uuid)).users
    await symbolon.users.requestPasswordReset({ name: "ada" })
    const oldReset = tokenIn(await mailed("password_reset"))
    await self.updateProfile({ email: "ADA@example.org" })
    expect(
      (await symbolon.users.find({ user: "ada" })).emailVerifiedAt,
      "other capitals are another address",
    ).toBeUndefined()
    expect((await mailed("email_changed"))?.to).toBe("Ada@Example.org")
    expect((await mailed("email_verification"))?.to).toBe("ADA@example.org")
    await symbolon.users.verifyEmail({ token: tokenIn(await mailed("email_verification")) })
    await self.updateProfile({ email: "ada@new.example" })
    expect((await mailed("email_changed"))?.to).toBe("ADA@example.org")
    expect((await mailed("email_changed"))?.text).not.toContain("new.example")
    await expect(signIn("ada@example.org")).rejects.toEqual(new SignInRefused())
    await expect(signIn("ada@new.example")).rejects.toEqual(new SignInRefused())
    await expect(
      symbolon.users.resetPassword({ token: oldReset, password: "stolen password" }),
    ).rejects.toMatchObject(refusal("BadRequest"))
    await symbolon.users.verifyEmail({ token: tokenIn(await mailed("email_verification")) })
    await expect(signIn("ada@new.example")).resolves.toBeDefined()
    await self.updateProfile({ email: null })
    await expect(self.requestEmailVerification({})).rejects.toMatchObject(
      refusal("Conflict", { reason: "no_email" }),
    )
  })

  it("is complete for the triggers of one's organizations once the address is verified", async () => {
    const { symbolon, mailed, tokenIn } = await openTestAccounts()
    const { club, tier } = await createTestOrganization(symbolon, 0)
    const { user } = await symbolon.users.create({ username: "ben", firstName: "Ben" })
    await symbolon.memberships.add({
      organization: club.slug,
      member: { type: "username", value: "ben" },
      tierSlug: tier.slug,
    })
    const reward = await symbolon.rewards.create({
      organization: club.slug,
      organizationUuid: club.uuid,
      name: "Welcome",
      contentConfig: {
        storageType: "internal",
        contentTemplate: { data: {}, items: [], content_version: "1" },
      },
    })
    const { uuid: triggerUuid } = await symbolon.rewardTriggers.create({
      organization: club.slug,
      name: "Complete",
      rewardTemplateUuid: reward.uuid,
      triggerScopes: ["profile.completed:first"],
    })
    const firings = async () => {
      while ((await symbolon.work.runDue()) > 0) continue
      return (await symbolon.rewardTriggers.listFirings({ triggerUuid, page })).items
    }
    const self = symbolon.as(firstPartyCaller(user.uuid)).users
    await self.updateProfile({ lastName: "Bow", email: "ben@example.org" })
    expect(await firings()).toEqual([])
    await symbolon.users.verifyEmail({ token: tokenIn(await mailed("email_verification")) })
    expect(await firings()).toMatchObject([{ outcome: "issued", userUuid: user.uuid }])
  })

  it("of two who verify the same address only the first has it", async () => {
    const { symbolon, mailed, tokenIn, signIn } = await openTestAccounts()
    const register = async (username: string, email: string) => {
      await symbolon.users.register({ username, firstName: username, email, password })
      return tokenIn(await mailed("email_verification"))
    }
    const [ben, bea] = [
      await register("ben", "b@example.org"),
      await register("bea", "B@example.org"),
    ]
    await symbolon.users.verifyEmail({ token: bea })
    await expect(symbolon.users.verifyEmail({ token: ben })).rejects.toMatchObject(
      refusal("Conflict", { reason: "email_taken" }),
    )
    expect((await signIn("b@example.org")).user.username).toBe("bea")
  })
})

describe("what a token shows of a user", () => {
  it("is what its scopes show", async () => {
    const { symbolon, ada } = await openTestAccounts()
    await symbolon
      .as(firstPartyCaller(ada.uuid))
      .users.updateProfile({ phoneNumber: "+4420", lastName: "Lovelace" })
    const seen = (...scopes: string[]) =>
      symbolon.as(firstPartyCaller(ada.uuid, { scopes: new Set(scopes) })).users.me({})
    expect(await seen("user:read")).toMatchObject({
      walletAddress: undefined,
      email: undefined,
      isEmailVerified: undefined,
      phoneNumber: undefined,
    })
    expect(await seen("user:read", "email")).toMatchObject({
      email: "Ada@Example.org",
      isEmailVerified: true,
      phoneNumber: undefined,
    })
    expect(await seen("user:read", "phone")).toMatchObject({
      email: undefined,
      phoneNumber: "+4420",
      isProfileComplete: true,
    })
    await expect(seen("email")).rejects.toMatchObject(refusal("Forbidden"))
  })

  it("has the primary wallet, the token's scopes and the free subscription", async () => {
    const { symbolon, ada } = await openTestAccounts()
    const { user: ben, walletAddress } = await symbolon.users.create({
      username: "ben",
      firstName: "Ben",
    })
    const scopes = ["user:read", "wallet:read"]
    const caller = firstPartyCaller(ben.uuid, { scopes: new Set(scopes) })
    const seen = await symbolon.as(caller).users.me({})
    expect(seen).toMatchObject({
      walletAddress,
      scopes,
      isProfileComplete: false,
      isOnboardingRequired: false,
    })
    expect(await symbolon.as(firstPartyCaller(ada.uuid)).users.subscription({})).toEqual({
      tier: "free",
      displayName: "Free",
      status: "active",
      startedAt: ada.createdAt,
      validUntil: undefined,
      entitlements: { customBackgrounds: false, maxProfiles: 1, extras: {} },
    })
  })
})
