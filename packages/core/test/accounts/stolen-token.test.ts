import { describe, expect, it } from "vitest"
import { type House, openHouse, password, refused, tokenOf } from "../fixtures/accounts.ts"
import { portsOf } from "../../src/effect.ts"

const minute = 60_000
const required = refused("Forbidden", {
  details: { reason: "recent_sign_in_required", max_age_seconds: 300 },
})

/** Everything that changes how an account is signed in to, with or without the password. */
const changes = {
  "another e-mail address": (house, sent) =>
    self(house).updateProfile({ email: "thief@evil.example", ...sent }),
  "other capitals in the e-mail address": (house, sent) =>
    self(house).updateProfile({ email: "ADA@EXAMPLE.ORG", ...sent }),
  "no e-mail address any more": (house, sent) =>
    self(house).updateProfile({ email: null, ...sent }),
  "another password": (house, sent) =>
    self(house).changePassword({ newPassword: "a stolen password", ...sent }),
  "no account any more": (house, sent) => self(house).delete({ userUuid: house.ada.uuid, ...sent }),
} as const satisfies Readonly<
  Record<string, (house: House, sent: { currentPassword?: string }) => Promise<unknown>>
>
const named = Object.entries(changes) as [
  string,
  (house: House, sent: { currentPassword?: string }) => Promise<unknown>,
][]

const self = ({ symbolon, ada }: House, change: Parameters<typeof tokenOf>[1] = {}) =>
  symbolon.as(tokenOf(ada.uuid, change)).users

describe("a token that was stolen", () => {
  it.each(named)(
    "makes %s only with the password, once the sign-in is older than five minutes",
    async (_, change) => {
      const house = await openHouse()
      house.later(5 * minute + 1)
      await expect(change(house, {})).rejects.toMatchObject(required)
      await expect(change(house, { currentPassword: "a guess" })).rejects.toMatchObject(
        refused("Invalid", { errors: { current_password: expect.any(String) as unknown } }),
      )
      const { email, deletedAt } = await house.symbolon.users.find({ user: house.ada.uuid })
      expect([email, deletedAt]).toEqual(["Ada@Example.org", undefined])
      await expect(house.signIn("ada")).resolves.toBeDefined()
      await expect(change(house, { currentPassword: password })).resolves.toBeDefined()
    },
  )

  it.each(named)(
    "may make %s while the sign-in is five minutes old, and no older",
    async (_, change) => {
      const house = await openHouse()
      house.later(5 * minute)
      await expect(change(house, {})).resolves.toBeDefined()
    },
  )

  it("of a session that nobody signed in for makes none of it", async () => {
    const { symbolon, ada } = await openHouse()
    const nobody = symbolon.as(tokenOf(ada.uuid, { authTime: undefined })).users
    await expect(nobody.updateProfile({ email: "thief@evil.example" })).rejects.toMatchObject(
      required,
    )
  })

  it("changes names without either, and sends the address as it is stored", async () => {
    const house = await openHouse()
    const before = await house.symbolon.users.find({ user: "ada" })
    house.later(5 * minute + 1)
    await self(house).updateProfile({ firstName: "Augusta", email: "Ada@Example.org" })
    const { firstName, email, emailVerifiedAt } = await house.symbolon.users.find({
      user: "ada",
    })
    expect([firstName, email, emailVerifiedAt]).toEqual([
      "Augusta",
      "Ada@Example.org",
      before.emailVerifiedAt,
    ])
    await portsOf(house.symbolon).outgoingMail.idle()
    expect(house.mails).toEqual([])
  })

  it("of the service's staff deletes nobody's account by itself", async () => {
    const house = await openHouse()
    const { user: ben } = await house.symbolon.users.create({
      username: "ben",
      firstName: "Ben",
    })
    house.later(5 * minute + 1)
    const staff = self(house, { isServiceStaff: true })
    await expect(staff.delete({ userUuid: ben.uuid })).rejects.toMatchObject(required)
    await expect(
      staff.delete({ userUuid: ben.uuid, currentPassword: password }),
    ).resolves.toBeDefined()
  })

  it("sets the first password of an account that has none, after a recent sign-in alone", async () => {
    const house = await openHouse()
    const { user } = await house.symbolon.users.create({ username: "ben", firstName: "Ben" })
    const ben = house.symbolon.as(tokenOf(user.uuid)).users
    await expect(
      ben.changePassword({ currentPassword: "any", newPassword: "a new password" }),
    ).rejects.toMatchObject(refused("Conflict", { reason: "no_password" }))
    await ben.changePassword({ newPassword: "a new password" })
    await expect(house.signIn("ben", "a new password")).resolves.toBeDefined()
  })

  it("guesses five passwords a minute with one session, whatever they are sent for", async () => {
    const house = await openHouse({ limits: "on" })
    house.later(5 * minute + 1)
    const guess = { currentPassword: "a guess" }
    for (const change of [named[0], named[1], named[2], named[3], named[0]])
      await expect(change?.[1](house, guess)).rejects.toMatchObject(refused("Invalid"))
    for (const [, change] of named)
      await expect(change(house, { currentPassword: password })).rejects.toMatchObject(
        refused("RateLimited", {
          allowance: { limit: 5, windowSeconds: 60, remaining: 0, resetSeconds: 60 },
        }),
      )
    // The user's other session is not the thief's.
    await expect(
      self(house, { sid: "another" }).updateProfile({
        email: "ada@new.example",
        currentPassword: password,
      }),
    ).resolves.toBeDefined()
  })
})

describe("mails to addresses that a caller chose", () => {
  const count = (house: House, to?: string) =>
    house.mails.filter(
      (mail) => mail.purpose === "email_verification" && (to === undefined || mail.to === to),
    ).length
  const settle = (house: House) => portsOf(house.symbolon).outgoingMail.idle()

  it("are twenty an hour for one user, whatever they are sent for, and a refused change changes nothing", async () => {
    const house = await openHouse({ limits: "on" })
    const ada = self(house)
    for (let n = 1; n <= 18; n += 1) await ada.updateProfile({ email: `victim-${n}@example.org` })
    await ada.requestEmailVerification({})
    await ada.requestEmailVerification({})
    for (const change of [
      () => ada.updateProfile({ email: "victim-99@example.org" }),
      () => ada.requestEmailVerification({}),
    ])
      await expect(change()).rejects.toMatchObject(
        refused("RateLimited", { allowance: { limit: 20, windowSeconds: 3600, remaining: 0 } }),
      )
    await settle(house)
    expect([count(house), (await house.symbolon.users.find({ user: "ada" })).email]).toEqual([
      20,
      "victim-18@example.org",
    ])
    // To clear it sends nothing.
    await ada.updateProfile({ email: null })
  })

  it("are five an hour to one address, whoever sends them", async () => {
    const house = await openHouse({ limits: "on" })
    const victim = "victim@example.org"
    for (let n = 1; n <= 6; n += 1) {
      await house.symbolon.users.register({
        username: `bot-${n}`,
        firstName: "Bot",
        email: n % 2 === 0 ? victim : victim.toUpperCase(),
        password,
      })
    }
    await expect(self(house).updateProfile({ email: victim })).rejects.toMatchObject(
      refused("RateLimited"),
    )
    await settle(house)
    expect(house.mails.filter((mail) => mail.to.toLowerCase() === victim)).toHaveLength(5)
    // An account was made all the same, and the address can be verified later.
    await expect(house.symbolon.users.find({ user: "bot-6" })).resolves.toBeDefined()
    house.later(60 * minute)
    await self(house, { authTime: house.symbolon.clock.now() }).updateProfile({ email: victim })
  })

  it("are counted for invitations too", async () => {
    const house = await openHouse({ limits: "on" })
    const { symbolon, ada } = house
    const club = await symbolon.organizations.create({ name: "Club", ownerUuid: ada.uuid })
    const invite = (email: string) =>
      symbolon
        .as(tokenOf(ada.uuid))
        .invitations.create({ organization: club.slug, email, role: "staff" })
    for (let n = 1; n <= 15; n += 1) await invite(`guest-${n}@example.org`)
    // Fifteen looks for an account a minute, then twenty mails an hour.
    await expect(invite("guest-16@example.org")).rejects.toMatchObject(
      refused("RateLimited", {
        allowance: { limit: 15, windowSeconds: 60, remaining: 0, resetSeconds: 60 },
      }),
    )
    house.later(minute)
    for (let n = 16; n <= 20; n += 1) await invite(`guest-${n}@example.org`)
    await expect(invite("guest-21@example.org")).rejects.toMatchObject(
      refused("RateLimited", { allowance: { limit: 20, windowSeconds: 3600 } }),
    )
    await expect(self(house).updateProfile({ email: "victim@example.org" })).rejects.toMatchObject(
      refused("RateLimited"),
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

  it("with a link for a new password are five an hour, and the last link stays good however often others ask", async () => {
    const house = await openHouse({ limits: "on" })
    for (let n = 1; n <= 12; n += 1)
      await house.symbolon.users.requestPasswordReset({
        name: n % 2 === 0 ? "ada" : "ada@example.org",
      })
    await settle(house)
    const sent = house.mails.filter((mail) => mail.purpose === "password_reset")
    expect(sent).toHaveLength(5)
    await expect(
      house.symbolon.users.resetPassword({
        token: house.tokenIn(sent.at(-1)),
        password: "a new password",
      }),
    ).resolves.toBeDefined()
  })
})
