import { describe, expect, it } from "vitest"
import { logMailer, SignInRefused } from "../../src/index.ts"
import { createTestOrganization, openTestSymbolon } from "../fixtures/world.ts"
import {
  hour,
  openTestAccounts,
  password,
  plainPasswords,
  refusal,
  firstPartyCaller,
} from "../fixtures/accounts.ts"

describe("registering", () => {
  it("makes a user with a wallet and mails a link that verifies the address", async () => {
    const { symbolon, mailed, tokenIn, signIn } = await openTestAccounts()
    const { user, walletAddress } = await symbolon.users.register({
      username: "ben",
      firstName: " Ben ",
      lastName: "Bow",
      email: "ben@example.org",
      password,
    })
    expect(user).toMatchObject({
      username: "ben",
      firstName: "Ben",
      emailVerifiedAt: undefined,
      accountType: "user",
    })
    expect(walletAddress).toMatch(/^tsy1/)
    const mail = await mailed("email_verification")
    expect(mail?.to).toBe("ben@example.org")
    expect(mail?.link).toMatch(/^http:\/\/127\.0\.0\.1:8080\/oauth2\/verify-email\?token=sy_ev_/)
    expect(mail?.text).toContain(mail?.link)
    await expect(signIn("ben@example.org")).rejects.toEqual(new SignInRefused())
    const verified = await symbolon.users.verifyEmail({ token: tokenIn(mail) })
    expect(verified.user.emailVerifiedAt).toEqual(symbolon.clock.now())
    await expect(signIn("ben@example.org")).resolves.toBeDefined()
  })

  it("says that a name is taken, by a user or an organization, and never that an address is", async () => {
    const { symbolon, mailed, tokenIn } = await openTestAccounts()
    const { club } = await createTestOrganization(symbolon, 0)
    const register = (username: string, email?: string) =>
      symbolon.users.register({ username, firstName: "X", email, password })
    for (const name of ["ada", club.slug])
      await expect(register(name)).rejects.toMatchObject(
        refusal("Conflict", { reason: "username_taken" }),
      )
    const { user } = await register("ada-again", "ada@example.org")
    expect(user.email).toBe("ada@example.org")
    const token = tokenIn(await mailed("email_verification"))
    const verifying = () => symbolon.users.verifyEmail({ token })
    // Who has the mail has the address, and may know.
    await expect(verifying()).rejects.toMatchObject(refusal("Conflict", { reason: "email_taken" }))
  })

  it("puts nothing of the registrant's own into the mail but the username", async () => {
    const { symbolon, mailed } = await openTestAccounts()
    await symbolon.users.register({
      username: "sly",
      firstName: "Go to evil.example",
      lastName: "at once",
      email: "victim@example.org",
      password,
    })
    expect(JSON.stringify(await mailed("email_verification"))).not.toMatch(/evil|at once/)
  })

  it.each([
    [{ username: "ab" }, "username"],
    [{ username: "Ada" }, "username"],
    [{ username: "me" }, "username"],
    [{ username: "a".repeat(81) }, "username"],
    [{ firstName: "  " }, "first_name"],
    [{ firstName: "a\u0000b" }, "first_name"],
    [{ lastName: "x".repeat(256) }, "last_name"],
    [{ email: "nonsense" }, "email"],
    [{ email: "a@b" }, "email"],
    [{ email: "a\r\nBcc: all@example.org" }, "email"],
    [{ password: "short" }, "password"],
    [{ password: "Password1" }, "password"],
    [{ password: "aaaaaaaaaaaa" }, "password"],
    [{ username: "longusername", password: "LongUserName" }, "password"],
    [{ email: "somebody@example.org", password: "somebody" }, "password"],
    [{ password: "x1".repeat(129) }, "password"],
  ])("refuses %o", async (input, field) => {
    const { symbolon } = await openTestAccounts()
    const whole = { username: "newcomer", firstName: "New", password, ...input }
    await expect(symbolon.users.register(whole)).rejects.toMatchObject(
      refusal("Invalid", { errors: { [field]: expect.any(String) as unknown } }),
    )
    await expect(symbolon.users.find({ user: whole.username })).rejects.toMatchObject(
      refusal("NotFound"),
    )
  })

  it("does not fail, nor wait, for a mailer that does not work", async () => {
    const reported: object[] = []
    let release = (): void => undefined
    const stuck = new Promise<void>((resolve) => (release = resolve))
    const { symbolon } = await openTestSymbolon(undefined, {
      passwords: plainPasswords().passwords,
      logger: {
        info: () => undefined,
        warn: () => undefined,
        error: (fields, message) => reported.push({ ...fields, message }),
      },
      mailer: { send: () => stuck.then(() => Promise.reject(new Error("connection refused"))) },
    })
    await symbolon.users.register({
      username: "ben",
      firstName: "Ben",
      email: "ben@example.org",
      password,
    })
    let isClosed = false
    const closing = symbolon.close().then(() => (isClosed = true))
    await new Promise(setImmediate)
    expect([reported, isClosed], "what is on its way is waited for").toEqual([[], false])
    release()
    await closing
    expect(reported).toEqual([
      {
        purpose: "email_verification",
        to: "b***@example.org",
        reason: "connection refused",
        message: "a mail could not be sent",
      },
    ])
  })
})

describe("a link", () => {
  it("that verifies is good once, for a day, and for the address that it went to", async () => {
    const { symbolon, mailed, tokenIn, advance } = await openTestAccounts()
    const { user } = await symbolon.users.register({
      username: "ben",
      firstName: "Ben",
      email: "ben@example.org",
      password,
    })
    const self = symbolon.as(firstPartyCaller(user.uuid)).users
    const late = tokenIn(await mailed("email_verification"))
    const verify = (token: string) => symbolon.users.verifyEmail({ token })
    const notGood = refusal("BadRequest", { field: "token" })
    advance(24 * hour)
    await expect(verify(late)).rejects.toMatchObject(notGood)
    await self.requestEmailVerification({})
    const first = tokenIn(await mailed("email_verification"))
    await self.requestEmailVerification({})
    await expect(verify(first)).rejects.toMatchObject(notGood)
    const second = tokenIn(await mailed("email_verification"))
    await self.updateProfile({ email: "bow@example.org", currentPassword: password })
    await expect(verify(second)).rejects.toMatchObject(notGood)
    const third = tokenIn(await mailed("email_verification"))
    advance(24 * hour - 1)
    expect((await verify(third)).user.email).toBe("bow@example.org")
    await expect(verify(third)).rejects.toMatchObject(notGood)
    await expect(verify("sy_ev_unknown")).rejects.toMatchObject(notGood)
    await expect(self.requestEmailVerification({})).rejects.toMatchObject(
      refusal("Conflict", { reason: "email_verified" }),
    )
  })

  it("for one thing is no link for another", async () => {
    const { symbolon, mailed, tokenIn } = await openTestAccounts()
    await symbolon.users.register({
      username: "ben",
      firstName: "Ben",
      email: "ben@example.org",
      password,
    })
    const verifying = tokenIn(await mailed("email_verification"))
    const notGood = refusal("BadRequest", { field: "token" })
    await expect(
      symbolon.users.resetPassword({ token: verifying, password: "another password" }),
    ).rejects.toMatchObject(notGood)
    await symbolon.users.requestPasswordReset({ name: "ada" })
    const resetting = tokenIn(await mailed("password_reset"))
    await expect(symbolon.users.verifyEmail({ token: resetting })).rejects.toMatchObject(notGood)
  })
})

describe("the mail that is not sent", () => {
  it("is told of without its address and its link", async () => {
    const reported: string[] = []
    const mailer = logMailer({
      info: (fields, message) => reported.push(JSON.stringify({ ...fields, message })),
      warn: () => undefined,
      error: () => undefined,
    })
    await mailer.send({
      to: "ada@example.org",
      subject: "S",
      text: "secret text",
      purpose: "password_reset",
      link: "https://x/?token=t",
    })
    expect(reported.join()).toContain("password_reset")
    expect(reported.join()).not.toMatch(/ada@|token|secret/)
  })
})
