import { describe, expect, it } from "vitest"
import { SignInRefused } from "../../src/index.ts"
import { tokenHash } from "../../src/foundation/sealing/token-hash.ts"
import {
  hour,
  openTestAccounts,
  password,
  refusal,
  firstPartyCaller,
} from "../fixtures/accounts.ts"

describe("signing in", () => {
  it("takes the username and the verified address, in any capitals, and says who and how", async () => {
    const { signIn, ada, clock } = await openTestAccounts()
    for (const name of ["ada", " ADA ", "ada@example.ORG"]) {
      const { user, signedIn } = await signIn(name)
      expect(user.uuid).toBe(ada.uuid)
      expect(signedIn).toEqual({
        userUuid: ada.uuid,
        authTime: clock.now(),
        amr: ["pwd"],
        acr: "1",
        proof: { kind: "password", digest: tokenHash(`1:${password}`) },
      })
    }
  })

  it("opens nothing once what it rests on has changed, however shortly before", async () => {
    const { signIn, signInTo, symbolon, ada } = await openTestAccounts()
    const login = ({ signedIn }: Awaited<ReturnType<typeof signIn>>) =>
      symbolon.users.createLogin({ signedIn })
    const [under, disabled] = [await signIn("ada"), await signIn("ada")]
    const browser = await symbolon.users.getLogin({ loginToken: await signInTo("ada") })
    await symbolon.users.setPassword({ userUuid: ada.uuid, password: "a new password" })
    for (const each of [under, browser ?? under])
      await expect(login(each)).rejects.toEqual(new SignInRefused())
    const anew = await signIn("ada", "a new password")
    await expect(login(anew)).resolves.toBeDefined()
    await symbolon.users.disable({ userUuid: ada.uuid })
    for (const each of [anew, disabled])
      await expect(login(each)).rejects.toEqual(new SignInRefused())
  })

  it("rests on the hash that it made anew, for each of two at once", async () => {
    const { signIn, secrets, symbolon } = await openTestAccounts()
    secrets.raise()
    const both = await Promise.all([signIn("ada"), signIn("ada")])
    for (const { signedIn } of both)
      await expect(symbolon.users.createLogin({ signedIn })).resolves.toBeDefined()
  })

  it("refuses everything else alike", async () => {
    const { signIn, symbolon, ada } = await openTestAccounts()
    await symbolon.users.create({ username: "bare", firstName: "No password" })
    await symbolon.users.create({
      username: "eve",
      firstName: "Eve",
      email: "eve@example.org",
      password,
    })
    const { user: shut } = await symbolon.users.create({
      username: "shut",
      firstName: "Shut",
      password,
    })
    await symbolon.users.disable({ userUuid: shut.uuid })
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
    for (const [name, text] of causes)
      await expect(signIn(name, text), name).rejects.toEqual(new SignInRefused())
    await symbolon.users.delete({ userUuid: ada.uuid })
    await expect(signIn("ada")).rejects.toEqual(new SignInRefused())
  })

  it("verifies one hash for each attempt, and for an unknown name a hash of no user", async () => {
    const { signIn, secrets } = await openTestAccounts()
    await signIn("ada")
    await signIn("nobody").catch(() => undefined)
    await signIn("ada", "wrong").catch(() => undefined)
    expect(secrets.verified).toHaveLength(3)
    expect(secrets.verified[0]).toBe(secrets.verified[2])
    expect(secrets.verified[1]).not.toBe(secrets.verified[0])
  })

  it("reads a password as it is written, however its letters are composed", async () => {
    const { signIn, symbolon } = await openTestAccounts()
    await symbolon.users.create({
      username: "zoe",
      firstName: "Zoë",
      password: "Zoe\u0308 and the sea",
    })
    await expect(signIn("zoe", "Zo\u00eb and the sea")).resolves.toBeDefined()
  })

  it("makes a weak hash anew, once", async () => {
    const { signIn, secrets, storage, ada } = await openTestAccounts()
    const hash = () => storage.transact("read", (tx) => tx.users.passwordHash(ada.uuid))
    secrets.raise()
    await signIn("ada", "wrong password").catch(() => undefined)
    expect(await hash()).toBe(`1:${password}`)
    await signIn("ada")
    expect(await hash()).toBe(`2:${password}`)
    await expect(signIn("ada")).resolves.toBeDefined()
  })

  it("makes no hash anew over a password that was changed meanwhile", async () => {
    const { signIn, secrets, storage, ada } = await openTestAccounts()
    secrets.raise()
    secrets.beforeHash(() =>
      storage.transact("write", (tx) => tx.users.setPassword(ada.uuid, "2:a new password")),
    )
    await expect(signIn("ada")).rejects.toEqual(new SignInRefused())
    await expect(signIn("ada", "a new password")).resolves.toBeDefined()
    await expect(signIn("ada")).rejects.toEqual(new SignInRefused())
  })

  it("is for the host", async () => {
    const { symbolon, ada } = await openTestAccounts()
    const { users } = symbolon.as(firstPartyCaller(ada.uuid, { isServiceStaff: true }))
    const hostOnly: readonly Promise<unknown>[] = [
      users.signIn({ name: "ada", password }),
      users.createLogin({
        signedIn: { userUuid: ada.uuid, authTime: new Date(0), amr: ["pwd"], acr: "1" },
      }),
      users.getLogin({ loginToken: "x" }),
      users.endLogin({ loginToken: "x" }),
      users.register({ username: "new", firstName: "New", password }),
      users.create({ username: "new", firstName: "New" }),
      users.verifyEmail({ token: "x" }),
      users.requestPasswordReset({ name: "ada" }),
      users.resetPassword({ token: "x", password }),
      users.setPassword({ userUuid: ada.uuid, password }),
      users.createSetupLink({ userUuid: ada.uuid }),
      users.find({ user: "ada" }),
      users.list({
        page: { page: 1, pageSize: 20, sortBy: "created_at", sortOrder: "asc" },
      }),
    ]
    for (const each of hostOnly) await expect(each).rejects.toMatchObject(refusal("Forbidden"))
  })
})

describe("a browser", () => {
  it("stays signed in while it is used, twelve hours at a time, seven days at most", async () => {
    const { signInTo, symbolon, advance, ada } = await openTestAccounts()
    const idle = await signInTo("ada")
    const busy = await signInTo("ada")
    const find = (loginToken: string) => symbolon.users.getLogin({ loginToken })
    expect((await find(busy))?.signedIn).toEqual({
      userUuid: ada.uuid,
      authTime: symbolon.clock.now(),
      amr: ["pwd"],
      acr: "1",
      proof: { kind: "login", digest: tokenHash(busy) },
    })
    advance(12 * hour - 1)
    expect((await find(busy))?.user.uuid).toBe(ada.uuid)
    advance(1)
    expect(await find(idle)).toBeUndefined()
    for (let n = 1; n < 14; n += 1) {
      expect(await find(busy), `after ${n} half days`).toBeDefined()
      // Its use is noted once a minute: the last note may be that much older.
      advance(12 * hour - 60_000)
    }
    expect(await find(busy)).toBeDefined()
    advance(13 * 60_000)
    expect(await find(busy)).toBeUndefined()
  })

  it("keeps when it signed in, and notes its use once a minute", async () => {
    const { signInTo, symbolon, advance, storage, clock } = await openTestAccounts()
    const signedInAt = clock.now()
    const loginToken = await signInTo("ada")
    const seenAt = async () => {
      let seen: Date | undefined
      await storage.transact("read", async (tx) => {
        seen = (await tx.logins.find(tokenHash(loginToken)))?.seenAt
      })
      return seen
    }
    advance(59_999)
    await symbolon.users.getLogin({ loginToken })
    expect(await seenAt()).toEqual(signedInAt)
    advance(1)
    expect((await symbolon.users.getLogin({ loginToken }))?.signedIn.authTime).toEqual(signedInAt)
    expect(await seenAt()).toEqual(clock.now())
  })

  it("is signed out once, and keeps nothing that opens it in the store", async () => {
    const { signInTo, symbolon, storage } = await openTestAccounts()
    const [mine, other] = [await signInTo("ada"), await signInTo("ada")]
    expect(mine).toMatch(/^sy_ls_[\w-]{43}$/)
    expect(await storage.transact("read", (tx) => tx.logins.find(mine))).toBeUndefined()
    expect(await symbolon.users.endLogin({ loginToken: mine })).toEqual({ ended: true })
    expect(await symbolon.users.endLogin({ loginToken: mine })).toEqual({ ended: false })
    expect(await symbolon.users.endLogin({ loginToken: "unknown" })).toEqual({ ended: false })
    expect(await symbolon.users.getLogin({ loginToken: mine })).toBeUndefined()
    expect(await symbolon.users.getLogin({ loginToken: other })).toBeDefined()
  })

  it("does not open for somebody who was shut out after their password was checked", async () => {
    const { signIn, symbolon, ada } = await openTestAccounts()
    const { signedIn } = await signIn("ada")
    await symbolon.users.disable({ userUuid: ada.uuid })
    await expect(symbolon.users.createLogin({ signedIn })).rejects.toEqual(new SignInRefused())
  })
})
