import { describe, expect, it } from "vitest"
import {
  type TestAccounts,
  openTestAccounts,
  password,
  refusal,
  firstPartyCaller,
} from "../fixtures/accounts.ts"
import { portsOf } from "../../src/effect.ts"

const minute = 60_000
const required = refusal("Forbidden", {
  details: { reason: "recent_sign_in_required", max_age_seconds: 300 },
})

/** Everything that changes how an account is signed in to, with or without the password. */
const changes = {
  "another e-mail address": (world, sent) =>
    self(world).updateProfile({ email: "thief@evil.example", ...sent }),
  "other capitals in the e-mail address": (world, sent) =>
    self(world).updateProfile({ email: "ADA@EXAMPLE.ORG", ...sent }),
  "no e-mail address any more": (world, sent) =>
    self(world).updateProfile({ email: null, ...sent }),
  "another password": (world, sent) =>
    self(world).changePassword({ newPassword: "a stolen password", ...sent }),
  "no account any more": (world, sent) => self(world).delete({ userUuid: world.ada.uuid, ...sent }),
} as const satisfies Readonly<
  Record<string, (world: TestAccounts, sent: { currentPassword?: string }) => Promise<unknown>>
>
const named = Object.entries(changes) as [
  string,
  (world: TestAccounts, sent: { currentPassword?: string }) => Promise<unknown>,
][]

const self = (
  { symbolon, ada }: TestAccounts,
  change: Parameters<typeof firstPartyCaller>[1] = {},
) => symbolon.as(firstPartyCaller(ada.uuid, change)).users

describe("a token that was stolen", () => {
  it.each(named)(
    "makes %s only with the password, once the sign-in is older than five minutes",
    async (_, change) => {
      const world = await openTestAccounts()
      world.advance(5 * minute + 1)
      await expect(change(world, {})).rejects.toMatchObject(required)
      await expect(change(world, { currentPassword: "a guess" })).rejects.toMatchObject(
        refusal("Invalid", { errors: { current_password: expect.any(String) as unknown } }),
      )
      const { email, deletedAt } = await world.symbolon.users.find({ user: world.ada.uuid })
      expect([email, deletedAt]).toEqual(["Ada@Example.org", undefined])
      await expect(world.signIn("ada")).resolves.toBeDefined()
      await expect(change(world, { currentPassword: password })).resolves.toBeDefined()
    },
  )

  it.each(named)(
    "may make %s while the sign-in is five minutes old, and no older",
    async (_, change) => {
      const world = await openTestAccounts()
      world.advance(5 * minute)
      await expect(change(world, {})).resolves.toBeDefined()
    },
  )

  it("of a session that nobody signed in for makes none of it", async () => {
    const { symbolon, ada } = await openTestAccounts()
    const nobody = symbolon.as(firstPartyCaller(ada.uuid, { authTime: undefined })).users
    await expect(nobody.updateProfile({ email: "thief@evil.example" })).rejects.toMatchObject(
      required,
    )
  })

  it("changes names without either, and sends the address as it is stored", async () => {
    const world = await openTestAccounts()
    const before = await world.symbolon.users.find({ user: "ada" })
    world.advance(5 * minute + 1)
    await self(world).updateProfile({ firstName: "Augusta", email: "Ada@Example.org" })
    const { firstName, email, emailVerifiedAt } = await world.symbolon.users.find({
      user: "ada",
    })
    expect([firstName, email, emailVerifiedAt]).toEqual([
      "Augusta",
      "Ada@Example.org",
      before.emailVerifiedAt,
    ])
    await portsOf(world.symbolon).outgoingMail.idle()
    expect(world.mails).toEqual([])
  })

  it("of the service's staff deletes nobody's account by itself", async () => {
    const world = await openTestAccounts()
    const { user: ben } = await world.symbolon.users.create({
      username: "ben",
      firstName: "Ben",
    })
    world.advance(5 * minute + 1)
    const staff = self(world, { isServiceStaff: true })
    await expect(staff.delete({ userUuid: ben.uuid })).rejects.toMatchObject(required)
    await expect(
      staff.delete({ userUuid: ben.uuid, currentPassword: password }),
    ).resolves.toBeDefined()
  })

  it("sets the first password of an account that has none, after a recent sign-in alone", async () => {
    const world = await openTestAccounts()
    const { user } = await world.symbolon.users.create({ username: "ben", firstName: "Ben" })
    const ben = world.symbolon.as(firstPartyCaller(user.uuid)).users
    await expect(
      ben.changePassword({ currentPassword: "any", newPassword: "a new password" }),
    ).rejects.toMatchObject(refusal("Conflict", { reason: "no_password" }))
    await ben.changePassword({ newPassword: "a new password" })
    await expect(world.signIn("ben", "a new password")).resolves.toBeDefined()
  })

  it("guesses five passwords a minute with one session, whatever they are sent for", async () => {
    const world = await openTestAccounts({ limits: "on" })
    world.advance(5 * minute + 1)
    const guess = { currentPassword: "a guess" }
    for (const change of [named[0], named[1], named[2], named[3], named[0]])
      await expect(change?.[1](world, guess)).rejects.toMatchObject(refusal("Invalid"))
    for (const [, change] of named)
      await expect(change(world, { currentPassword: password })).rejects.toMatchObject(
        refusal("RateLimited", {
          allowance: { limit: 5, windowSeconds: 60, remaining: 0, resetSeconds: 60 },
        }),
      )
    // The user's other session is not the thief's.
    await expect(
      self(world, { sid: "another" }).updateProfile({
        email: "ada@new.example",
        currentPassword: password,
      }),
    ).resolves.toBeDefined()
  })
})

describe("mails to addresses that a caller chose", () => {
  const count = (world: TestAccounts, to?: string) =>
    world.mails.filter(
      (mail) => mail.purpose === "email_verification" && (to === undefined || mail.to === to),
    ).length
  const settle = (world: TestAccounts) => portsOf(world.symbolon).outgoingMail.idle()

  it("are twenty an hour for one user, whatever they are sent for, and a refused change changes nothing", async () => {
    const world = await openTestAccounts({ limits: "on" })
    const ada = self(world)
    for (let n = 1; n <= 18; n += 1) await ada.updateProfile({ email: `victim-${n}@example.org` })
    await ada.requestEmailVerification({})
    await ada.requestEmailVerification({})
    for (const change of [
      () => ada.updateProfile({ email: "victim-99@example.org" }),
      () => ada.requestEmailVerification({}),
    ])
      await expect(change()).rejects.toMatchObject(
        refusal("RateLimited", { allowance: { limit: 20, windowSeconds: 3600, remaining: 0 } }),
      )
    await settle(world)
    expect([count(world), (await world.symbolon.users.find({ user: "ada" })).email]).toEqual([
      20,
      "victim-18@example.org",
    ])
    // To clear it sends nothing.
    await ada.updateProfile({ email: null })
  })

  it("are five an hour to one address, whoever sends them", async () => {
    const world = await openTestAccounts({ limits: "on" })
    const victim = "victim@example.org"
    for (let n = 1; n <= 6; n += 1) {
      await world.symbolon.users.register({
        username: `bot-${n}`,
        firstName: "Bot",
        email: n % 2 === 0 ? victim : victim.toUpperCase(),
        password,
      })
    }
    await expect(self(world).updateProfile({ email: victim })).rejects.toMatchObject(
      refusal("RateLimited"),
    )
    await settle(world)
    expect(world.mails.filter((mail) => mail.to.toLowerCase() === victim)).toHaveLength(5)
    // An account was made all the same, and the address can be verified later.
    await expect(world.symbolon.users.find({ user: "bot-6" })).resolves.toBeDefined()
    world.advance(60 * minute)
    await self(world, { authTime: world.symbolon.clock.now() }).updateProfile({ email: victim })
  })

  it("are counted for invitations too", async () => {
    const world = await openTestAccounts({ limits: "on" })
    const { symbolon, ada } = world
    const club = await symbolon.organizations.create({ name: "Club", ownerUuid: ada.uuid })
    const invite = (email: string) =>
      symbolon
        .as(firstPartyCaller(ada.uuid))
        .invitations.create({ organization: club.slug, email, role: "staff" })
    // Five looks for an account a minute, then twenty mails an hour.
    for (let n = 1; n <= 5; n += 1) await invite(`guest-${n}@example.org`)
    await expect(invite("guest-6@example.org")).rejects.toMatchObject(
      refusal("RateLimited", {
        allowance: { limit: 5, windowSeconds: 60, remaining: 0, resetSeconds: 60 },
      }),
    )
    for (let n = 6; n <= 20; n += 1) {
      if (n % 5 === 1) world.advance(minute)
      await invite(`guest-${n}@example.org`)
    }
    world.advance(minute)
    await expect(invite("guest-21@example.org")).rejects.toMatchObject(
      refusal("RateLimited", { allowance: { limit: 20, windowSeconds: 3600 } }),
    )
    await expect(self(world).updateProfile({ email: "victim@example.org" })).rejects.toMatchObject(
      refusal("RateLimited"),
    )
    expect(
      (
        await symbolon.invitations.list({
          organization: club.slug,
          page: { page: 1, pageSize: 50, sortBy: "created_at", sortOrder: "asc" },
        })
      ).totalItems,
    ).toBe(20)
  })

  it("to one address are three from one user, and invitations keep nobody from verifying it", async () => {
    const world = await openTestAccounts({ limits: "on" })
    const { symbolon, ada } = world
    const { user: bob } = await symbolon.users.create({ username: "bob", firstName: "Bob" })
    const victim = "victim@example.org"
    const inviting = async ({ uuid }: typeof ada) => {
      const { slug } = await symbolon.organizations.create({ name: "Club", ownerUuid: uuid })
      const { invitations } = symbolon.as(firstPartyCaller(uuid))
      return async () => {
        const made = await invitations.create({ organization: slug, email: victim, role: "door" })
        await invitations.withdraw({ organization: slug, invitationUuid: made.invitation.uuid })
      }
    }
    const [first, second] = [await inviting(ada), await inviting(bob)]
    for (let n = 0; n < 3; n += 1) await first()
    await expect(first()).rejects.toMatchObject(
      refusal("RateLimited", { allowance: { limit: 3, windowSeconds: 3600 } }),
    )
    for (let n = 0; n < 2; n += 1) await second()
    await expect(second()).rejects.toMatchObject(
      refusal("RateLimited", { allowance: { limit: 5, windowSeconds: 3600 } }),
    )
    // Its owner's own mails are counted apart.
    const { user: owner } = await symbolon.users.create({ username: "owner", firstName: "O" })
    await symbolon.as(firstPartyCaller(owner.uuid)).users.updateProfile({ email: victim })
    await settle(world)
    expect(count(world, victim)).toBe(1)
    const own = symbolon.as(firstPartyCaller(owner.uuid)).users
    for (let n = 0; n < 2; n += 1) await own.requestEmailVerification({})
    await expect(own.requestEmailVerification({})).rejects.toMatchObject(
      refusal("RateLimited", { allowance: { limit: 3, windowSeconds: 3600 } }),
    )
  })

  it("by a name are five a minute for one who asks, so that others are still found", async () => {
    const world = await openTestAccounts({ limits: "on" })
    const { symbolon, ada } = world
    const { slug } = await symbolon.organizations.create({ name: "Club", ownerUuid: ada.uuid })
    const invite = (n: number) =>
      symbolon
        .as(firstPartyCaller(ada.uuid))
        .invitations.create({ organization: slug, username: `nobody-${n}`, role: "door" })
    for (let n = 0; n < 5; n += 1)
      await expect(invite(n)).rejects.not.toMatchObject(refusal("RateLimited"))
    await expect(invite(5)).rejects.toMatchObject(refusal("RateLimited"))
    const reset = (name: string, from: string) =>
      symbolon.users.requestPasswordReset({ name, from })
    for (let n = 0; n < 12; n += 1) await reset(`nobody-${n}`, "ip:192.0.2.1")
    const resets = async () => {
      await settle(world)
      return world.mails.filter(({ purpose }) => purpose === "password_reset").length
    }
    await reset("ada", "ip:192.0.2.1")
    expect(await resets()).toBe(0)
    await reset("ada", "ip:192.0.2.2")
    expect(await resets()).toBe(1)
  })

  it("with a link for a new password are five an hour, and the last link stays good however often others ask", async () => {
    const world = await openTestAccounts({ limits: "on" })
    for (let n = 1; n <= 12; n += 1)
      await world.symbolon.users.requestPasswordReset({
        name: n % 2 === 0 ? "ada" : "ada@example.org",
      })
    await settle(world)
    const sent = world.mails.filter((mail) => mail.purpose === "password_reset")
    expect(sent).toHaveLength(5)
    await expect(
      world.symbolon.users.resetPassword({
        token: world.tokenIn(sent.at(-1)),
        password: "a new password",
      }),
    ).resolves.toBeDefined()
  })
})
