import { describe, expect, it } from "vitest"
import type { Symbolon } from "../../src/index.ts"
import { createTestOrganization } from "../fixtures/world.ts"
import {
  hour,
  openTestAccounts,
  openOauthSession,
  password,
  refusal,
  firstPartyCaller,
} from "../fixtures/accounts.ts"

describe("an account that is deleted", () => {
  it("leaves a pseudonym, and nothing that opens it or tells whose it was", async () => {
    const world = await openTestAccounts()
    const { symbolon, storage, signInTo, ada, mailed, tokenIn } = world
    const browser = await signInTo("ada")
    const session = await openOauthSession(world, ada.uuid)
    await symbolon.users.requestPasswordReset({ name: "ada" })
    const reset = tokenIn(await mailed("password_reset"))
    const self = symbolon.as(firstPartyCaller(ada.uuid)).users
    await self.updateProfile({ phoneNumber: "+4420", lastName: "Lovelace" })
    const deleted = await self.delete({ userUuid: ada.uuid })
    expect(deleted).toEqual({
      ...ada,
      username: expect.stringMatching(/^deleted-[a-z0-9]{12}$/) as unknown,
      firstName: "",
      lastName: undefined,
      email: undefined,
      emailVerifiedAt: undefined,
      phoneNumber: undefined,
      updatedAt: symbolon.clock.now(),
      deletedAt: symbolon.clock.now(),
    })
    expect(await symbolon.users.find({ user: ada.uuid })).toEqual(deleted)
    expect(await symbolon.users.getLogin({ loginToken: browser })).toBeUndefined()
    expect(await session.isLive()).toBe(false)
    await expect(symbolon.users.resetPassword({ token: reset, password })).rejects.toMatchObject(
      refusal("BadRequest"),
    )
    await storage.transact("read", async (tx) => {
      expect(await tx.users.passwordHash(ada.uuid)).toBeUndefined()
      expect(await tx.users.findByEmail("ada@example.org")).toBeUndefined()
      expect(await tx.consents.ofUser(ada.uuid)).toEqual([])
    })
    // They hold the address that they were sent to.
    expect(await storage.transact("write", (tx) => tx.oneTimeTokens.forget(ada.uuid))).toBe(0)
    const reader = symbolon.as(firstPartyCaller("somebody")).users
    for (const username of ["ada", deleted.username])
      await expect(reader.get({ username })).rejects.toMatchObject(refusal("NotFound"))
    await expect(symbolon.users.delete({ userUuid: ada.uuid })).rejects.toMatchObject(
      refusal("NotFound"),
    )
    // The address is free again, the name is not.
    await symbolon.users.create({
      username: "ada-2",
      firstName: "A",
      email: "ada@example.org",
      isEmailVerified: true,
    })
    await expect(symbolon.users.create({ username: "ada", firstName: "A" })).rejects.toMatchObject(
      refusal("Conflict"),
    )
  })

  it("owns no organization", async () => {
    const { symbolon, signIn } = await openTestAccounts()
    const { owner, club } = await createTestOrganization(symbolon, 1)
    await symbolon.users.setPassword({ userUuid: owner.uuid, password })
    const deleting = symbolon
      .as(firstPartyCaller(owner.uuid))
      .users.delete({ userUuid: owner.uuid })
    await expect(deleting).rejects.toMatchObject(
      refusal("Conflict", {
        reason: "owns_organizations",
        details: { organization_uuids: [club.uuid] },
      }),
    )
    await expect(signIn("olga-owner")).resolves.toBeDefined()
  })

  it("is on no team any more", async () => {
    const { symbolon, ada } = await openTestAccounts()
    const { club, owner } = await createTestOrganization(symbolon, 0)
    await symbolon.staff.add({ organization: club.slug, userUuid: ada.uuid, role: "staff" })
    await symbolon.users.delete({ userUuid: ada.uuid })
    const page = { page: 1, pageSize: 20, sortBy: "created_at", sortOrder: "asc" } as const
    const team = await symbolon.staff.list({ organization: club.slug, page })
    expect(team.items.map(({ userUuid }) => userUuid)).toEqual([owner.uuid])
  })

  it("is one's own, unless the service's staff delete it", async () => {
    const { symbolon, ada } = await openTestAccounts()
    const { user: ben } = await symbolon.users.create({ username: "ben", firstName: "Ben" })
    const asBen = symbolon.as(firstPartyCaller(ben.uuid)).users
    for (const userUuid of [ada.uuid, "nobody"])
      await expect(asBen.delete({ userUuid })).rejects.toMatchObject(
        refusal("ForbiddenNotAuthorized"),
      )
    const staff = symbolon.as(firstPartyCaller(ben.uuid, { isServiceStaff: true })).users
    expect((await staff.delete({ userUuid: ada.uuid })).deletedAt).toEqual(symbolon.clock.now())
    await expect(staff.delete({ userUuid: "nobody" })).rejects.toMatchObject(refusal("NotFound"))
  })
})

describe("an account that is disabled", () => {
  it("is shut at once, and opens again without what had ended", async () => {
    const world = await openTestAccounts()
    const { symbolon, signInTo, signIn, ada } = world
    const browser = await signInTo("ada")
    const session = await openOauthSession(world, ada.uuid)
    const staff = symbolon.as(firstPartyCaller("staff", { isServiceStaff: true })).users
    const disabled = await staff.disable({ userUuid: ada.uuid })
    expect(disabled).toEqual({
      ...ada,
      updatedAt: symbolon.clock.now(),
      disabledAt: symbolon.clock.now(),
    })
    expect(await session.isLive()).toBe(false)
    expect(await symbolon.users.getLogin({ loginToken: browser })).toBeUndefined()
    expect((await staff.enable({ userUuid: ada.uuid })).disabledAt).toBeUndefined()
    await expect(signIn("ada")).resolves.toBeDefined()
    expect(await symbolon.users.getLogin({ loginToken: browser })).toBeUndefined()
    expect(await session.isLive()).toBe(false)
  })

  it("is the staff's doing, and never to themselves", async () => {
    const { symbolon, ada } = await openTestAccounts()
    const self = symbolon.as(firstPartyCaller(ada.uuid)).users
    for (const userUuid of [ada.uuid, "nobody"]) {
      await expect(self.disable({ userUuid })).rejects.toMatchObject(refusal("Forbidden"))
      await expect(self.enable({ userUuid })).rejects.toMatchObject(refusal("Forbidden"))
    }
    const staff = symbolon.as(firstPartyCaller(ada.uuid, { isServiceStaff: true })).users
    await expect(staff.disable({ userUuid: ada.uuid })).rejects.toMatchObject(
      refusal("Conflict", { reason: "own_account" }),
    )
    await expect(staff.disable({ userUuid: "nobody" })).rejects.toMatchObject(refusal("NotFound"))
  })
})

describe("old links and sign-ins", () => {
  it("are forgotten by the daily sweep", async () => {
    const { symbolon, storage, signInTo, ada } = await openTestAccounts()
    await signInTo("ada")
    await symbolon.users.requestPasswordReset({ name: "ada" })
    await symbolon.testClock?.moveTo(new Date(symbolon.clock.now().getTime() + 10 * 24 * hour))
    await storage.transact("write", async (tx) => {
      expect(await tx.oneTimeTokens.forget(ada.uuid)).toBe(0)
      expect(await tx.logins.sweep(symbolon.clock.now(), 10)).toBe(0)
    })
  })
})

const everybody = async (symbolon: Symbolon, page: number) =>
  (
    await symbolon.users.list({
      page: { page, pageSize: 2, sortBy: "username", sortOrder: "desc" },
    })
  ).items.map(({ username }) => username)

describe("the list of everybody", () => {
  it("is paged and sorted, shut accounts included", async () => {
    const { symbolon } = await openTestAccounts()
    for (const username of ["ben", "cid"]) {
      const { user } = await symbolon.users.create({ username, firstName: username })
      if (username === "ben") await symbolon.users.disable({ userUuid: user.uuid })
    }
    expect([await everybody(symbolon, 1), await everybody(symbolon, 2)]).toEqual([
      ["cid", "ben"],
      ["ada"],
    ])
  })
})
