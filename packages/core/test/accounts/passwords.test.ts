import { describe, expect, it } from "vitest"
import { type Caller, SignInRefused } from "../../src/index.ts"
import {
  hour,
  openTestAccounts,
  openOauthSession,
  password,
  refusal,
  firstPartyCaller,
} from "../fixtures/accounts.ts"
import { portsOf } from "../../src/effect.ts"

describe("a forgotten password", () => {
  it("is chosen anew with a link, once, within an hour; every browser and token ends", async () => {
    const world = await openTestAccounts()
    const { symbolon, mailed, tokenIn, signIn, signInTo, advance, ada } = world
    const browser = await signInTo("ada")
    const session = await openOauthSession(world, ada.uuid)
    await symbolon.users.requestPasswordReset({ name: "ada@EXAMPLE.org" })
    const mail = await mailed("password_reset")
    expect(mail).toMatchObject({
      to: "Ada@Example.org",
      link: expect.stringMatching(/\/oauth2\/password-reset\?token=sy_pr_/) as unknown,
    })
    const token = tokenIn(mail)
    // A password that will not do uses nothing up.
    await expect(symbolon.users.resetPassword({ token, password: "short" })).rejects.toMatchObject(
      refusal("Invalid"),
    )
    advance(hour - 1)
    await symbolon.users.resetPassword({ token, password: "a new password" })
    expect((await mailed("password_changed"))?.to).toBe("Ada@Example.org")
    await expect(signIn("ada")).rejects.toEqual(new SignInRefused())
    await expect(signIn("ada", "a new password")).resolves.toBeDefined()
    expect(await symbolon.users.getLogin({ loginToken: browser })).toBeUndefined()
    expect(await session.isLive()).toBe(false)
    const again = symbolon.users.resetPassword({ token, password: "yet another one" })
    await expect(again).rejects.toMatchObject(refusal("BadRequest"))
    await symbolon.users.requestPasswordReset({ name: "ada" })
    const late = tokenIn(await mailed("password_reset"))
    advance(hour)
    await expect(
      symbolon.users.resetPassword({ token: late, password: "too late now" }),
    ).rejects.toMatchObject(refusal("BadRequest"))
  })

  it("answers whoever asks alike, and does the same work", async () => {
    const { symbolon, mails, storage, ada } = await openTestAccounts()
    await symbolon.users.create({
      username: "eve",
      firstName: "Eve",
      email: "eve@example.org",
      password,
    })
    const { user: shut } = await symbolon.users.create({
      username: "shut",
      firstName: "Shut",
      email: "shut@example.org",
      isEmailVerified: true,
    })
    await symbolon.users.disable({ userUuid: shut.uuid })
    for (const name of ["ada", "nobody", "nobody@example.org", "eve", "eve@example.org", "shut"]) {
      expect(await symbolon.users.requestPasswordReset({ name }), name).toBeUndefined()
    }
    await portsOf(symbolon).outgoingMail.idle()
    expect(mails.map(({ to }) => to)).toEqual(["Ada@Example.org"])
    // One row each, those of nobody included, and they go when they are old.
    const swept = await storage.transact("write", (tx) =>
      tx.oneTimeTokens.sweep(new Date(symbolon.clock.now().getTime() + 2 * hour), 100),
    )
    expect(swept).toBe(6)
    expect(await symbolon.users.find({ user: ada.uuid })).toEqual(ada)
  })

  it("is chosen with an operator's setup link where no mail goes out", async () => {
    const { symbolon, signIn, advance } = await openTestAccounts()
    const { user } = await symbolon.users.create({
      username: "root",
      firstName: "Root",
      accountType: "service",
    })
    const token = async () =>
      new URL(
        (await symbolon.users.createSetupLink({ userUuid: user.uuid })).link,
      ).searchParams.get("token") ?? ""
    const first = await token()
    const second = await token()
    await expect(symbolon.users.resetPassword({ token: first, password })).rejects.toMatchObject(
      refusal("BadRequest"),
    )
    advance(24 * hour - 1)
    await symbolon.users.resetPassword({ token: second, password })
    expect((await signIn("root")).user.uuid).toBe(user.uuid)
    await expect(
      symbolon.users.resetPassword({ token: second, password: "again and again" }),
    ).rejects.toMatchObject(refusal("BadRequest"))
  })
})

describe("one's own password", () => {
  it("is changed by who knows the present one", async () => {
    const world = await openTestAccounts()
    const { symbolon, signIn, signInTo, mailed, ada } = world
    const browser = await signInTo("ada")
    const session = await openOauthSession(world, ada.uuid)
    const self = symbolon.as(firstPartyCaller(ada.uuid)).users
    const change = (currentPassword: string, newPassword: string) =>
      self.changePassword({ currentPassword, newPassword })
    await expect(change("wrong password", "a new password")).rejects.toMatchObject(
      refusal("Invalid", { errors: { current_password: expect.any(String) as unknown } }),
    )
    await expect(change(password, "short")).rejects.toMatchObject(
      refusal("Invalid", { errors: { new_password: expect.any(String) as unknown } }),
    )
    await change(password, "a new password")
    await expect(signIn("ada", "a new password")).resolves.toBeDefined()
    await expect(signIn("ada")).rejects.toEqual(new SignInRefused())
    expect((await mailed("password_changed"))?.to).toBe("Ada@Example.org")
    expect(await symbolon.users.getLogin({ loginToken: browser })).toBeUndefined()
    expect(await session.isLive()).toBe(false)
  })

  it("ends every browser and session but the one that asks, and that one too when it is told to", async () => {
    const world = await openTestAccounts()
    const { symbolon, signInTo, ada } = world
    const browser = await signInTo("ada")
    const [own, other] = [
      await openOauthSession(world, ada.uuid),
      await openOauthSession(world, ada.uuid),
    ]
    const self = symbolon.as(firstPartyCaller(ada.uuid, { sid: own.sid })).users
    await self.changePassword({ currentPassword: password, newPassword: "a new password" })
    expect([await own.isLive(), await other.isLive()]).toEqual([true, false])
    expect(await symbolon.users.getLogin({ loginToken: browser })).toBeUndefined()
    await self.changePassword({
      currentPassword: "a new password",
      newPassword: "and another one",
      endsEverything: true,
    })
    expect(await own.isLive()).toBe(false)
  })

  it("ends the links to choose one that were given out before", async () => {
    const { symbolon, ada } = await openTestAccounts()
    const { link } = await symbolon.users.createSetupLink({ userUuid: ada.uuid })
    await symbolon
      .as(firstPartyCaller(ada.uuid))
      .users.changePassword({ currentPassword: password, newPassword: "a new password" })
    const token = new URL(link).searchParams.get("token") ?? ""
    await expect(
      symbolon.users.resetPassword({ token, password: "a stolen password" }),
    ).rejects.toMatchObject(refusal("BadRequest"))
  })

  it("is none of a third party's business, nor an organization's", async () => {
    const { symbolon, ada } = await openTestAccounts()
    const input = { currentPassword: password, newPassword: "a new password" }
    const callers: readonly Caller[] = [
      firstPartyCaller(ada.uuid, { isFirstParty: false }),
      { ...firstPartyCaller(ada.uuid), kind: "organization", organizationUuid: "o" },
      {
        kind: "client",
        clientId: "c",
        sid: "s",
        scopes: new Set(),
        isFirstParty: true,
        organizationUuid: undefined,
        serviceRole: "owner",
      },
    ]
    for (const caller of callers)
      await expect(symbolon.as(caller).users.changePassword(input)).rejects.toMatchObject(
        refusal("Forbidden"),
      )
  })
})
