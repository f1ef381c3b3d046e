import { describe, expect, it } from "vitest"
import { type Caller, logMailer, type Mail, type Passwords, SignInRefused, type Symbolon, type UserCaller } from "../src/index.ts"
import { openMemory } from "../src/memory/index.ts"
import { makeClub, openWorld } from "./world.ts"

const hour = 3_600_000
const password = "correct horse battery"

/** Passwords that cost nothing and tell what was asked of them. */
const plainPasswords = (cost = 1) => {
  const verified: string[] = []
  let present = cost
  const passwords: Passwords = {
    hash: async (text) => `${present}:${text}`,
    verify: async (hash, text) => {
      verified.push(hash)
      return hash.slice(hash.indexOf(":") + 1) === text
    },
    needsRehash: (hash) => Number(hash.split(":")[0]) < present,
  }
  return { passwords, verified, raise: () => (present += 1) }
}

const openHouse = async () => {
  const mails: Mail[] = []
  const secrets = plainPasswords()
  const storage = openMemory({ strict: true })
  const { symbolon, clock } = await openWorld(storage, {
    passwords: secrets.passwords,
    mailer: { send: async (mail) => void mails.push(mail) },
  })
  const { user: ada } = await symbolon.accounts.createUser({
    username: "ada",
    firstName: "Ada",
    email: "Ada@Example.org",
    isEmailVerified: true,
    password,
  })
  const tokenIn = (mail: Mail | undefined): string => new URL(mail?.link ?? "").searchParams.get("token") ?? ""
  /** The last mail of a purpose, once all are out. */
  const mailed = async (purpose: Mail["purpose"]) => {
    await symbolon.ports.outgoingMail.idle()
    return mails.findLast((mail) => mail.purpose === purpose)
  }
  const signIn = (name: string, text = password) => symbolon.accounts.signIn({ name, password: text })
  const signInTo = async (name: string, text = password) => {
    const { signedIn } = await signIn(name, text)
    return (await symbolon.accounts.openLogin({ signedIn })).loginToken
  }
  const later = (ms: number) => clock.set(new Date(clock.now().getTime() + ms))
  return { symbolon, clock, storage, mails, secrets, ada, tokenIn, mailed, signIn, signInTo, later }
}
type House = Awaited<ReturnType<typeof openHouse>>

const tokenOf = (userUuid: string, change: Partial<UserCaller> = {}): UserCaller => ({
  kind: "user",
  userUuid,
  clientId: "console",
  sid: "sid",
  scopes: new Set(["user:read", "subscription:read"]),
  isFirstParty: true,
  isServiceStaff: false,
  ...change,
})

const refused = (tag: string, more: object = {}) => ({ _tag: tag, ...more })

describe("signing in", () => {
  it("takes the username and the verified address, in any capitals, and says who and how", async () => {
    const { signIn, ada, clock } = await openHouse()
    for (const name of ["ada", " ADA ", "ada@example.ORG"]) {
      const { user, signedIn } = await signIn(name)
      expect(user.uuid).toBe(ada.uuid)
      expect(signedIn).toEqual({ userUuid: ada.uuid, authTime: clock.now(), amr: ["pwd"], acr: "1" })
    }
  })

  it("refuses everything else alike", async () => {
    const { signIn, symbolon, ada } = await openHouse()
    await symbolon.accounts.createUser({ username: "bare", firstName: "No password" })
    await symbolon.accounts.createUser({ username: "eve", firstName: "Eve", email: "eve@example.org", password })
    const { user: shut } = await symbolon.accounts.createUser({ username: "shut", firstName: "Shut", password })
    await symbolon.accounts.disableUser({ userUuid: shut.uuid })
    const causes = [
      ["ada", "wrong"],
      ["ada", ""],
      ["ada", "x".repeat(5000)],
      ["nobody", password],
      ["nobody@example.org", password],
      ["eve@example.org", password],
      ["bare", password],
      ["bare", ""],
      ["shut", password],
    ] as const
    for (const [name, text] of causes) await expect(signIn(name, text), name).rejects.toEqual(new SignInRefused())
    await symbolon.accounts.deleteAccount({ userUuid: ada.uuid })
    await expect(signIn("ada")).rejects.toEqual(new SignInRefused())
  })

  it("verifies one hash whoever is named, and never the same one as somebody's", async () => {
    const { signIn, secrets } = await openHouse()
    await signIn("ada")
    await signIn("nobody").catch(() => undefined)
    await signIn("ada", "wrong").catch(() => undefined)
    expect(secrets.verified).toHaveLength(3)
    expect(secrets.verified[0]).toBe(secrets.verified[2])
    expect(secrets.verified[1]).not.toBe(secrets.verified[0])
  })

  it("reads a password as it is written, however its letters are composed", async () => {
    const { signIn, symbolon } = await openHouse()
    await symbolon.accounts.createUser({ username: "zoe", firstName: "Zoë", password: "Zoe\u0308 and the sea" })
    await expect(signIn("zoe", "Zo\u00eb and the sea")).resolves.toBeDefined()
  })

  it("makes a weak hash anew, once", async () => {
    const { signIn, secrets, storage, ada } = await openHouse()
    const hash = () => storage.transact("read", (tx) => tx.users.passwordHash(ada.uuid))
    secrets.raise()
    await signIn("ada", "wrong password").catch(() => undefined)
    expect(await hash()).toBe(`1:${password}`)
    await signIn("ada")
    expect(await hash()).toBe(`2:${password}`)
    await expect(signIn("ada")).resolves.toBeDefined()
  })

  it("is for the host", async () => {
    const { symbolon, ada } = await openHouse()
    const { accounts } = symbolon.as(tokenOf(ada.uuid, { isServiceStaff: true }))
    const hostOnly: readonly Promise<unknown>[] = [
      accounts.signIn({ name: "ada", password }),
      accounts.openLogin({ signedIn: { userUuid: ada.uuid, authTime: new Date(0), amr: ["pwd"], acr: "1" } }),
      accounts.findLogin({ loginToken: "x" }),
      accounts.endLogin({ loginToken: "x" }),
      accounts.register({ username: "new", firstName: "New", password }),
      accounts.createUser({ username: "new", firstName: "New" }),
      accounts.verifyEmail({ token: "x" }),
      accounts.requestPasswordReset({ name: "ada" }),
      accounts.resetPassword({ token: "x", password }),
      accounts.setPassword({ userUuid: ada.uuid, password }),
      accounts.createSetupLink({ userUuid: ada.uuid }),
      accounts.findUser({ user: "ada" }),
      accounts.listUsers({ page: { page: 1, pageSize: 20, sortBy: "created_at", sortOrder: "asc" } }),
    ]
    for (const each of hostOnly) await expect(each).rejects.toMatchObject(refused("Forbidden"))
  })
})

describe("a browser", () => {
  it("stays signed in while it is used, twelve hours at a time, seven days at most", async () => {
    const { signInTo, symbolon, later, ada } = await openHouse()
    const idle = await signInTo("ada")
    const busy = await signInTo("ada")
    const find = (loginToken: string) => symbolon.accounts.findLogin({ loginToken })
    expect((await find(busy))?.signedIn).toEqual({ userUuid: ada.uuid, authTime: symbolon.clock.now(), amr: ["pwd"], acr: "1" })
    later(12 * hour - 1)
    expect((await find(busy))?.user.uuid).toBe(ada.uuid)
    later(1)
    expect(await find(idle)).toBeUndefined()
    for (let n = 1; n < 14; n += 1) {
      expect(await find(busy), `after ${n} half days`).toBeDefined()
      // Its use is noted once a minute: the last note may be that much older.
      later(12 * hour - 60_000)
    }
    expect(await find(busy)).toBeDefined()
    later(13 * 60_000)
    expect(await find(busy)).toBeUndefined()
  })

  it("keeps when it signed in, and notes its use once a minute", async () => {
    const { signInTo, symbolon, later, storage, clock } = await openHouse()
    const signedInAt = clock.now()
    const loginToken = await signInTo("ada")
    const seenAt = async () => {
      let seen: Date | undefined
      const { tokenHash } = await import("../src/oauth/token-hash.ts")
      await storage.transact("read", async (tx) => {
        seen = (await tx.logins.find(tokenHash(loginToken)))?.seenAt
      })
      return seen
    }
    later(59_999)
    await symbolon.accounts.findLogin({ loginToken })
    expect(await seenAt()).toEqual(signedInAt)
    later(1)
    expect((await symbolon.accounts.findLogin({ loginToken }))?.signedIn.authTime).toEqual(signedInAt)
    expect(await seenAt()).toEqual(clock.now())
  })

  it("is signed out once, and keeps nothing that opens it in the store", async () => {
    const { signInTo, symbolon, storage } = await openHouse()
    const [mine, other] = [await signInTo("ada"), await signInTo("ada")]
    expect(mine).toMatch(/^sy_ls_[\w-]{43}$/)
    expect(await storage.transact("read", (tx) => tx.logins.find(mine))).toBeUndefined()
    expect(await symbolon.accounts.endLogin({ loginToken: mine })).toEqual({ ended: true })
    expect(await symbolon.accounts.endLogin({ loginToken: mine })).toEqual({ ended: false })
    expect(await symbolon.accounts.endLogin({ loginToken: "unknown" })).toEqual({ ended: false })
    expect(await symbolon.accounts.findLogin({ loginToken: mine })).toBeUndefined()
    expect(await symbolon.accounts.findLogin({ loginToken: other })).toBeDefined()
  })

  it("does not open for somebody who was shut out after their password was checked", async () => {
    const { signIn, symbolon, ada } = await openHouse()
    const { signedIn } = await signIn("ada")
    await symbolon.accounts.disableUser({ userUuid: ada.uuid })
    await expect(symbolon.accounts.openLogin({ signedIn })).rejects.toEqual(new SignInRefused())
  })
})

describe("registering", () => {
  it("makes a user with a wallet and mails a link that verifies the address", async () => {
    const { symbolon, mailed, tokenIn, signIn } = await openHouse()
    const { user, walletAddress } = await symbolon.accounts.register({
      username: "ben",
      firstName: " Ben ",
      lastName: "Bow",
      email: "ben@example.org",
      password,
    })
    expect(user).toMatchObject({ username: "ben", firstName: "Ben", emailVerifiedAt: undefined, accountType: "user" })
    expect(walletAddress).toMatch(/^tsy1/)
    const mail = await mailed("email_verification")
    expect(mail?.to).toBe("ben@example.org")
    expect(mail?.link).toMatch(/^http:\/\/127\.0\.0\.1:8080\/oauth2\/verify-email\?token=sy_ev_/)
    expect(mail?.text).toContain(mail?.link)
    await expect(signIn("ben@example.org")).rejects.toEqual(new SignInRefused())
    const verified = await symbolon.accounts.verifyEmail({ token: tokenIn(mail) })
    expect(verified.user.emailVerifiedAt).toEqual(symbolon.clock.now())
    await expect(signIn("ben@example.org")).resolves.toBeDefined()
  })

  it("says that a name is taken, by a user or an organization, and never that an address is", async () => {
    const { symbolon, mailed, tokenIn } = await openHouse()
    const { club } = await makeClub(symbolon, 0)
    const register = (username: string, email?: string) => symbolon.accounts.register({ username, firstName: "X", email, password })
    for (const name of ["ada", club.slug]) await expect(register(name)).rejects.toMatchObject(refused("Conflict", { reason: "username_taken" }))
    const { user } = await register("ada-again", "ada@example.org")
    expect(user.email).toBe("ada@example.org")
    const token = tokenIn(await mailed("email_verification"))
    const verifying = () => symbolon.accounts.verifyEmail({ token })
    // Who has the mail has the address, and may know.
    await expect(verifying()).rejects.toMatchObject(refused("Conflict", { reason: "email_taken" }))
  })

  it("puts nothing of the registrant's own into the mail but the username", async () => {
    const { symbolon, mailed } = await openHouse()
    await symbolon.accounts.register({
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
    const { symbolon } = await openHouse()
    const whole = { username: "newcomer", firstName: "New", password, ...input }
    await expect(symbolon.accounts.register(whole)).rejects.toMatchObject(
      refused("Invalid", { errors: { [field]: expect.any(String) as unknown } }),
    )
    await expect(symbolon.accounts.findUser({ user: whole.username })).rejects.toMatchObject(refused("NotFound"))
  })

  it("does not fail, nor wait, for a mailer that does not work", async () => {
    const told: object[] = []
    let release = (): void => undefined
    const stuck = new Promise<void>((resolve) => (release = resolve))
    const { symbolon } = await openWorld(undefined, {
      passwords: plainPasswords().passwords,
      logger: { info: () => undefined, error: (fields, message) => told.push({ ...fields, message }) },
      mailer: { send: () => stuck.then(() => Promise.reject(new Error("connection refused"))) },
    })
    await symbolon.accounts.register({ username: "ben", firstName: "Ben", email: "ben@example.org", password })
    expect(told).toEqual([])
    release()
    await symbolon.close()
    expect(told).toEqual([
      { purpose: "email_verification", to: "b***@example.org", reason: "connection refused", message: "a mail could not be sent" },
    ])
  })
})

describe("a link", () => {
  it("that verifies is good once, for a day, and for the address that it went to", async () => {
    const { symbolon, mailed, tokenIn, later } = await openHouse()
    const { user } = await symbolon.accounts.register({ username: "ben", firstName: "Ben", email: "ben@example.org", password })
    const self = symbolon.as(tokenOf(user.uuid)).accounts
    const late = tokenIn(await mailed("email_verification"))
    const verify = (token: string) => symbolon.accounts.verifyEmail({ token })
    const notGood = refused("BadRequest", { field: "token" })
    later(24 * hour)
    await expect(verify(late)).rejects.toMatchObject(notGood)
    await self.requestEmailVerification({})
    const first = tokenIn(await mailed("email_verification"))
    await self.requestEmailVerification({})
    await expect(verify(first)).rejects.toMatchObject(notGood)
    const second = tokenIn(await mailed("email_verification"))
    await self.changeProfile({ email: "bow@example.org" })
    await expect(verify(second)).rejects.toMatchObject(notGood)
    const third = tokenIn(await mailed("email_verification"))
    later(24 * hour - 1)
    expect((await verify(third)).user.email).toBe("bow@example.org")
    await expect(verify(third)).rejects.toMatchObject(notGood)
    await expect(verify("sy_ev_unknown")).rejects.toMatchObject(notGood)
    await expect(self.requestEmailVerification({})).rejects.toMatchObject(refused("Conflict", { reason: "email_verified" }))
  })

  it("for one thing is no link for another", async () => {
    const { symbolon, mailed, tokenIn } = await openHouse()
    await symbolon.accounts.register({ username: "ben", firstName: "Ben", email: "ben@example.org", password })
    const verifying = tokenIn(await mailed("email_verification"))
    const notGood = refused("BadRequest", { field: "token" })
    await expect(symbolon.accounts.resetPassword({ token: verifying, password: "another password" })).rejects.toMatchObject(notGood)
    await symbolon.accounts.requestPasswordReset({ name: "ada" })
    const resetting = tokenIn(await mailed("password_reset"))
    await expect(symbolon.accounts.verifyEmail({ token: resetting })).rejects.toMatchObject(notGood)
  })
})

/** A session behind tokens of a user, as an app would have it. */
const openSession = async ({ symbolon, storage }: House, userUuid: string) => {
  const now = symbolon.clock.now()
  const sid = symbolon.ports.ids.uuid()
  await storage.transact("write", async (tx) => {
    const clientId = `app-${sid}`
    await tx.oauthClients.add({ ...client, clientId, createdAt: now })
    await tx.oauthSessions.open({
      sid,
      clientId,
      userUuid,
      grantType: "authorization_code",
      scopes: [],
      authTime: now,
      acr: "1",
      amr: ["pwd"],
      createdAt: now,
      expiresAt: new Date(now.getTime() + hour),
      revokedAt: undefined,
    })
    await tx.consents.keep({ userUuid, clientId, scopes: ["openid"], createdAt: now, updatedAt: now })
  })
  return { isLive: () => storage.transact("read", async (tx) => (await tx.oauthSessions.find(sid))?.session.revokedAt === undefined) }
}

const client = {
  organizationUuid: undefined,
  name: "App",
  clientType: "public",
  secretHashes: [],
  grantTypes: ["authorization_code"],
  scopes: [],
  redirectUris: [],
  postLogoutRedirectUris: [],
  serviceRole: undefined,
  isFirstParty: true,
  iconUrl: undefined,
  websiteUrl: undefined,
  policyUrl: undefined,
  tosUrl: undefined,
  updatedAt: undefined,
  disabledAt: undefined,
} as const

describe("a forgotten password", () => {
  it("is chosen anew with a link, once, within an hour; every browser and token ends", async () => {
    const house = await openHouse()
    const { symbolon, mailed, tokenIn, signIn, signInTo, later, ada } = house
    const browser = await signInTo("ada")
    const session = await openSession(house, ada.uuid)
    await symbolon.accounts.requestPasswordReset({ name: "ada@EXAMPLE.org" })
    const mail = await mailed("password_reset")
    expect(mail).toMatchObject({ to: "Ada@Example.org", link: expect.stringMatching(/\/oauth2\/password-reset\?token=sy_pr_/) as unknown })
    const token = tokenIn(mail)
    // A password that will not do uses nothing up.
    await expect(symbolon.accounts.resetPassword({ token, password: "short" })).rejects.toMatchObject(refused("Invalid"))
    later(hour - 1)
    await symbolon.accounts.resetPassword({ token, password: "a new password" })
    expect((await mailed("password_changed"))?.to).toBe("Ada@Example.org")
    await expect(signIn("ada")).rejects.toEqual(new SignInRefused())
    await expect(signIn("ada", "a new password")).resolves.toBeDefined()
    expect(await symbolon.accounts.findLogin({ loginToken: browser })).toBeUndefined()
    expect(await session.isLive()).toBe(false)
    const again = symbolon.accounts.resetPassword({ token, password: "yet another one" })
    await expect(again).rejects.toMatchObject(refused("BadRequest"))
    await symbolon.accounts.requestPasswordReset({ name: "ada" })
    const late = tokenIn(await mailed("password_reset"))
    later(hour)
    await expect(symbolon.accounts.resetPassword({ token: late, password: "too late now" })).rejects.toMatchObject(refused("BadRequest"))
  })

  it("answers whoever asks alike, and does the same work", async () => {
    const { symbolon, mails, storage, ada } = await openHouse()
    await symbolon.accounts.createUser({ username: "eve", firstName: "Eve", email: "eve@example.org", password })
    const { user: shut } = await symbolon.accounts.createUser({
      username: "shut",
      firstName: "Shut",
      email: "shut@example.org",
      isEmailVerified: true,
    })
    await symbolon.accounts.disableUser({ userUuid: shut.uuid })
    for (const name of ["ada", "nobody", "nobody@example.org", "eve", "eve@example.org", "shut"]) {
      expect(await symbolon.accounts.requestPasswordReset({ name }), name).toBeUndefined()
    }
    await symbolon.ports.outgoingMail.idle()
    expect(mails.map(({ to }) => to)).toEqual(["Ada@Example.org"])
    // One row each, those of nobody included, and they go when they are old.
    const swept = await storage.transact("write", (tx) => tx.oneTimeTokens.sweep(new Date(symbolon.clock.now().getTime() + 2 * hour), 100))
    expect(swept).toBe(6)
    expect(await symbolon.accounts.findUser({ user: ada.uuid })).toEqual(ada)
  })

  it("is chosen with an operator's setup link where no mail goes out", async () => {
    const { symbolon, signIn, later } = await openHouse()
    const { user } = await symbolon.accounts.createUser({ username: "root", firstName: "Root", accountType: "service" })
    const token = async () =>
      new URL((await symbolon.accounts.createSetupLink({ userUuid: user.uuid })).link).searchParams.get("token") ?? ""
    const first = await token()
    const second = await token()
    await expect(symbolon.accounts.resetPassword({ token: first, password })).rejects.toMatchObject(refused("BadRequest"))
    later(24 * hour - 1)
    await symbolon.accounts.resetPassword({ token: second, password })
    expect((await signIn("root")).user.uuid).toBe(user.uuid)
    await expect(symbolon.accounts.resetPassword({ token: second, password: "again and again" })).rejects.toMatchObject(refused("BadRequest"))
  })
})

describe("one's own password", () => {
  it("is changed by who knows the present one", async () => {
    const house = await openHouse()
    const { symbolon, signIn, signInTo, mailed, ada } = house
    const browser = await signInTo("ada")
    const session = await openSession(house, ada.uuid)
    const self = symbolon.as(tokenOf(ada.uuid)).accounts
    const change = (currentPassword: string, newPassword: string) => self.changePassword({ currentPassword, newPassword })
    await expect(change("wrong password", "a new password")).rejects.toMatchObject(
      refused("Invalid", { errors: { current_password: expect.any(String) as unknown } }),
    )
    await expect(change(password, "short")).rejects.toMatchObject(refused("Invalid", { errors: { new_password: expect.any(String) as unknown } }))
    await change(password, "a new password")
    await expect(signIn("ada", "a new password")).resolves.toBeDefined()
    await expect(signIn("ada")).rejects.toEqual(new SignInRefused())
    expect((await mailed("password_changed"))?.to).toBe("Ada@Example.org")
    expect(await symbolon.accounts.findLogin({ loginToken: browser })).toBeDefined()
    expect(await session.isLive()).toBe(true)
    await self.changePassword({ currentPassword: "a new password", newPassword: "and another one", endsEverything: true })
    expect(await symbolon.accounts.findLogin({ loginToken: browser })).toBeUndefined()
    expect(await session.isLive()).toBe(false)
  })

  it("is none of a third party's business, nor an organization's", async () => {
    const { symbolon, ada } = await openHouse()
    const input = { currentPassword: password, newPassword: "a new password" }
    const callers: readonly Caller[] = [
      tokenOf(ada.uuid, { isFirstParty: false }),
      { ...tokenOf(ada.uuid), kind: "organization", organizationUuid: "o" },
      { kind: "client", clientId: "c", sid: "s", scopes: new Set(), isFirstParty: true, organizationUuid: undefined, serviceRole: "owner" },
    ]
    for (const caller of callers)
      await expect(symbolon.as(caller).accounts.changePassword(input)).rejects.toMatchObject(refused("Forbidden"))
  })
})

describe("one's own profile", () => {
  it("changes what is sent, clears what is null, and leaves the rest", async () => {
    const { symbolon, ada } = await openHouse()
    const self = symbolon.as(tokenOf(ada.uuid)).accounts
    await self.changeProfile({ lastName: "Lovelace", phoneNumber: "+44 20 7946 0000" })
    expect(await symbolon.accounts.findUser({ user: "ada" })).toEqual({
      ...ada,
      lastName: "Lovelace",
      phoneNumber: "+44 20 7946 0000",
      updatedAt: symbolon.clock.now(),
    })
    await self.changeProfile({ lastName: null, phoneNumber: null, firstName: "Augusta" })
    const { firstName, lastName, phoneNumber, email } = await symbolon.accounts.findUser({ user: "ada" })
    expect({ firstName, lastName, phoneNumber, email }).toEqual({ firstName: "Augusta", email: "Ada@Example.org" })
    for (const input of [{ firstName: " " }, { email: "no address" }, { phoneNumber: "call me" }])
      await expect(self.changeProfile(input)).rejects.toMatchObject(refused("Invalid"))
  })

  it("takes another address on trust of nobody: it is verified first, and the old one is told and opens nothing", async () => {
    const { symbolon, ada, mailed, tokenIn, signIn } = await openHouse()
    const self = symbolon.as(tokenOf(ada.uuid)).accounts
    await symbolon.accounts.requestPasswordReset({ name: "ada" })
    const oldReset = tokenIn(await mailed("password_reset"))
    await self.changeProfile({ email: "ADA@example.org" })
    expect((await symbolon.accounts.findUser({ user: "ada" })).emailVerifiedAt, "only its capitals changed").toEqual(ada.emailVerifiedAt)
    await self.changeProfile({ email: "ada@new.example" })
    expect((await mailed("email_changed"))?.to).toBe("ADA@example.org")
    expect((await mailed("email_changed"))?.text).not.toContain("new.example")
    await expect(signIn("ada@example.org")).rejects.toEqual(new SignInRefused())
    await expect(signIn("ada@new.example")).rejects.toEqual(new SignInRefused())
    await expect(symbolon.accounts.resetPassword({ token: oldReset, password: "stolen password" })).rejects.toMatchObject(refused("BadRequest"))
    await symbolon.accounts.verifyEmail({ token: tokenIn(await mailed("email_verification")) })
    await expect(signIn("ada@new.example")).resolves.toBeDefined()
    await self.changeProfile({ email: null })
    await expect(self.requestEmailVerification({})).rejects.toMatchObject(refused("Conflict", { reason: "no_email" }))
  })

  it("of two who verify the same address only the first has it", async () => {
    const { symbolon, mailed, tokenIn, signIn } = await openHouse()
    const register = async (username: string, email: string) => {
      await symbolon.accounts.register({ username, firstName: username, email, password })
      return tokenIn(await mailed("email_verification"))
    }
    const [ben, bea] = [await register("ben", "b@example.org"), await register("bea", "B@example.org")]
    await symbolon.accounts.verifyEmail({ token: bea })
    await expect(symbolon.accounts.verifyEmail({ token: ben })).rejects.toMatchObject(refused("Conflict", { reason: "email_taken" }))
    expect((await signIn("b@example.org")).user.username).toBe("bea")
  })
})

describe("what a token shows of a user", () => {
  it("is what its scopes show", async () => {
    const { symbolon, ada } = await openHouse()
    await symbolon.as(tokenOf(ada.uuid)).accounts.changeProfile({ phoneNumber: "+4420", lastName: "Lovelace" })
    const seen = (...scopes: string[]) => symbolon.as(tokenOf(ada.uuid, { scopes: new Set(scopes) })).accounts.current({})
    expect(await seen("user:read")).toMatchObject({ email: undefined, isEmailVerified: undefined, phoneNumber: undefined })
    expect(await seen("user:read", "email")).toMatchObject({ email: "Ada@Example.org", isEmailVerified: true, phoneNumber: undefined })
    expect(await seen("user:read", "phone")).toMatchObject({ email: undefined, phoneNumber: "+4420", isProfileComplete: true })
    await expect(seen("email")).rejects.toMatchObject(refused("Forbidden"))
  })

  it("has the primary wallet, the token's scopes and the free subscription", async () => {
    const { symbolon, ada } = await openHouse()
    const { user: ben, walletAddress } = await symbolon.accounts.createUser({ username: "ben", firstName: "Ben" })
    const seen = await symbolon.as(tokenOf(ben.uuid)).accounts.current({})
    expect(seen).toMatchObject({ walletAddress, scopes: ["user:read", "subscription:read"], isProfileComplete: false, isOnboardingRequired: false })
    expect(await symbolon.as(tokenOf(ada.uuid)).accounts.subscription({})).toEqual({
      tier: "free",
      displayName: "Free",
      status: "active",
      startedAt: ada.createdAt,
      validUntil: undefined,
      entitlements: { customBackgrounds: false, maxProfiles: 1, extras: {} },
    })
  })
})

describe("an account that is deleted", () => {
  it("leaves a pseudonym, and nothing that opens it or tells whose it was", async () => {
    const house = await openHouse()
    const { symbolon, storage, signInTo, ada, mailed, tokenIn } = house
    const browser = await signInTo("ada")
    const session = await openSession(house, ada.uuid)
    await symbolon.accounts.requestPasswordReset({ name: "ada" })
    const reset = tokenIn(await mailed("password_reset"))
    const self = symbolon.as(tokenOf(ada.uuid)).accounts
    await self.changeProfile({ phoneNumber: "+4420", lastName: "Lovelace" })
    const deleted = await self.deleteAccount({ userUuid: ada.uuid })
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
    expect(await symbolon.accounts.findUser({ user: ada.uuid })).toEqual(deleted)
    expect(await symbolon.accounts.findLogin({ loginToken: browser })).toBeUndefined()
    expect(await session.isLive()).toBe(false)
    await expect(symbolon.accounts.resetPassword({ token: reset, password })).rejects.toMatchObject(refused("BadRequest"))
    await storage.transact("read", async (tx) => {
      expect(await tx.users.passwordHash(ada.uuid)).toBeUndefined()
      expect(await tx.users.findByEmail("ada@example.org")).toBeUndefined()
      expect(await tx.consents.ofUser(ada.uuid)).toEqual([])
    })
    const reader = symbolon.as(tokenOf("somebody")).accounts
    for (const username of ["ada", deleted.username]) await expect(reader.find({ username })).rejects.toMatchObject(refused("NotFound"))
    await expect(symbolon.accounts.deleteAccount({ userUuid: ada.uuid })).rejects.toMatchObject(refused("NotFound"))
    // The address is free again, the name is not.
    await symbolon.accounts.createUser({ username: "ada-2", firstName: "A", email: "ada@example.org", isEmailVerified: true })
    await expect(symbolon.accounts.createUser({ username: "ada", firstName: "A" })).rejects.toMatchObject(refused("Conflict"))
  })

  it("owns no organization", async () => {
    const { symbolon, signIn } = await openHouse()
    const { owner, club } = await makeClub(symbolon, 1)
    await symbolon.accounts.setPassword({ userUuid: owner.uuid, password })
    const deleting = symbolon.as(tokenOf(owner.uuid)).accounts.deleteAccount({ userUuid: owner.uuid })
    await expect(deleting).rejects.toMatchObject(
      refused("Conflict", { reason: "owns_organizations", details: { organization_uuids: [club.uuid] } }),
    )
    await expect(signIn("olga-owner")).resolves.toBeDefined()
  })

  it("is one's own, unless the service's staff delete it", async () => {
    const { symbolon, ada } = await openHouse()
    const { user: ben } = await symbolon.accounts.createUser({ username: "ben", firstName: "Ben" })
    const asBen = symbolon.as(tokenOf(ben.uuid)).accounts
    for (const userUuid of [ada.uuid, "nobody"])
      await expect(asBen.deleteAccount({ userUuid })).rejects.toMatchObject(refused("ForbiddenNotAuthorized"))
    const staff = symbolon.as(tokenOf(ben.uuid, { isServiceStaff: true })).accounts
    expect((await staff.deleteAccount({ userUuid: ada.uuid })).deletedAt).toEqual(symbolon.clock.now())
    await expect(staff.deleteAccount({ userUuid: "nobody" })).rejects.toMatchObject(refused("NotFound"))
  })
})

describe("an account that is disabled", () => {
  it("is shut at once, and opens again without what had ended", async () => {
    const house = await openHouse()
    const { symbolon, signInTo, signIn, ada } = house
    const browser = await signInTo("ada")
    const session = await openSession(house, ada.uuid)
    const staff = symbolon.as(tokenOf("staff", { isServiceStaff: true })).accounts
    const disabled = await staff.disableUser({ userUuid: ada.uuid })
    expect(disabled).toEqual({ ...ada, updatedAt: symbolon.clock.now(), disabledAt: symbolon.clock.now() })
    expect(await session.isLive()).toBe(false)
    expect(await symbolon.accounts.findLogin({ loginToken: browser })).toBeUndefined()
    expect((await staff.enableUser({ userUuid: ada.uuid })).disabledAt).toBeUndefined()
    await expect(signIn("ada")).resolves.toBeDefined()
    expect(await symbolon.accounts.findLogin({ loginToken: browser })).toBeUndefined()
    expect(await session.isLive()).toBe(false)
  })

  it("is the staff's doing, and never to themselves", async () => {
    const { symbolon, ada } = await openHouse()
    const self = symbolon.as(tokenOf(ada.uuid)).accounts
    for (const userUuid of [ada.uuid, "nobody"]) {
      await expect(self.disableUser({ userUuid })).rejects.toMatchObject(refused("Forbidden"))
      await expect(self.enableUser({ userUuid })).rejects.toMatchObject(refused("Forbidden"))
    }
    const staff = symbolon.as(tokenOf(ada.uuid, { isServiceStaff: true })).accounts
    await expect(staff.disableUser({ userUuid: ada.uuid })).rejects.toMatchObject(refused("Conflict", { reason: "own_account" }))
    await expect(staff.disableUser({ userUuid: "nobody" })).rejects.toMatchObject(refused("NotFound"))
  })
})

describe("the mail that is not sent", () => {
  it("is told of without its address and its link", async () => {
    const told: string[] = []
    const mailer = logMailer({ info: (fields, message) => told.push(JSON.stringify({ ...fields, message })), error: () => undefined })
    await mailer.send({ to: "ada@example.org", subject: "S", text: "secret text", purpose: "password_reset", link: "https://x/?token=t" })
    expect(told.join()).toContain("password_reset")
    expect(told.join()).not.toMatch(/ada@|token|secret/)
  })
})

describe("old links and sign-ins", () => {
  it("are forgotten by the daily sweep", async () => {
    const { symbolon, storage, signInTo, ada } = await openHouse()
    await signInTo("ada")
    await symbolon.accounts.requestPasswordReset({ name: "ada" })
    await symbolon.testClock?.moveTo(new Date(symbolon.clock.now().getTime() + 10 * 24 * hour))
    await storage.transact("write", async (tx) => {
      expect(await tx.oneTimeTokens.forget(ada.uuid)).toBe(0)
      expect(await tx.logins.sweep(symbolon.clock.now(), 10)).toBe(0)
    })
  })
})

const everybody = async (symbolon: Symbolon, page: number) =>
  (await symbolon.accounts.listUsers({ page: { page, pageSize: 2, sortBy: "username", sortOrder: "desc" } })).items.map(({ username }) => username)

describe("the list of everybody", () => {
  it("is paged and sorted, shut accounts included", async () => {
    const { symbolon } = await openHouse()
    for (const username of ["ben", "cid"]) {
      const { user } = await symbolon.accounts.createUser({ username, firstName: username })
      if (username === "ben") await symbolon.accounts.disableUser({ userUuid: user.uuid })
    }
    expect([await everybody(symbolon, 1), await everybody(symbolon, 2)]).toEqual([["cid", "ben"], ["ada"]])
  })
})
