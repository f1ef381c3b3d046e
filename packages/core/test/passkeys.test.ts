import { describe, expect, it } from "vitest"
import type { Caller, Passkeys } from "../src/index.ts"
import { openMemory } from "../src/memory/index.ts"
import { siteOf } from "../src/accounts/passkey.ts"
import { openTestSymbolon } from "./fixtures/world.ts"
import { portsOf } from "../src/effect.ts"

/** What a browser says in these tests: plainly what an authenticator would have signed. */
interface Answer {
  readonly challenge: string
  readonly credentialId: string
  readonly userUuid?: string
  readonly counter?: number
  readonly isForged?: boolean
}

/**
 * Ceremonies without the cryptography: an answer is good when it was not forged, and is for this
 * site and challenge.
 */
const plainPasskeys: Passkeys = {
  registrationOptions: async (requested) => requested,
  signInOptions: async (requested) => requested,
  verifyRegistration: async (answer, { site, challenge }) => {
    const { credentialId, counter = 0, isForged = false, ...said } = answer as Answer
    if (isForged || said.challenge !== challenge || site.id !== "club.example") return undefined
    return {
      credentialId,
      counter,
      publicKey: `key of ${credentialId}`,
      transports: ["internal"],
      isBackedUp: false,
    }
  },
  verifySignIn: async (answer, { site, challenge, passkey }) => {
    const { counter = 0, isForged = false, ...said } = answer as Answer
    const isGood =
      !isForged &&
      said.challenge === challenge &&
      site.id === "club.example" &&
      passkey.publicKey === `key of ${said.credentialId}`
    return isGood ? { counter } : undefined
  },
  claimOf: (answer) => {
    const { challenge, credentialId, userUuid } = answer as Partial<Answer>
    return challenge === undefined || credentialId === undefined
      ? undefined
      : { challenge, credentialId, userUuid }
  },
}

interface Asked {
  readonly challenge: string
  readonly known: readonly unknown[]
  readonly user: unknown
}

const openPeople = async () => {
  const { symbolon, clock } = await openTestSymbolon(openMemory({ strict: true }), {
    baseUrl: "https://club.example",
    passkeys: plainPasskeys,
  })
  const { users } = symbolon
  const { user: ada } = await users.create({
    username: "ada",
    firstName: "Ada",
    lastName: "Lovelace",
  })
  const { user: bob } = await users.create({ username: "bob", firstName: "Bob" })
  const ask = async (userUuid: string) =>
    (await users.startPasskeyRegistration({ userUuid })) as Asked
  const add = async (userUuid: string, credentialId: string, change: Partial<Answer> = {}) =>
    users.finishPasskeyRegistration({
      userUuid,
      name: "Phone",
      answer: { credentialId, challenge: (await ask(userUuid)).challenge, ...change },
    })
  const askSignIn = async () => ((await users.startPasskeySignIn({})) as Asked).challenge
  const signIn = async (change: Partial<Answer> = {}) =>
    users.finishPasskeySignIn({
      answer: { challenge: await askSignIn(), credentialId: "one", userUuid: ada.uuid, ...change },
    })
  const wait = (ms: number) => symbolon.testClock?.moveTo(new Date(clock.now().getTime() + ms))
  return { symbolon, users, ada, bob, ask, add, askSignIn, signIn, wait, clock }
}

const refusedWith = (_tag: string, more: object = {}) => expect.objectContaining({ _tag, ...more })
const notSignedIn = refusedWith("SignInRefused")
const minuteMs = 60_000

describe("making a passkey", () => {
  it("keeps what the browser made, under the name its owner gives it", async () => {
    const { users, ada, ask, add, clock } = await openPeople()
    expect(await ask(ada.uuid)).toMatchObject({
      known: [],
      user: { uuid: ada.uuid, username: "ada", displayName: "Ada Lovelace" },
    })
    const made = await add(ada.uuid, "one")
    expect(made).toMatchObject({
      credentialId: "one",
      userUuid: ada.uuid,
      name: "Phone",
      createdAt: clock.now(),
      usedAt: undefined,
    })
    expect(await users.listPasskeys({ userUuid: ada.uuid })).toEqual([made])
    expect((await ask(ada.uuid)).known).toEqual([made])
  })

  it("refuses an answer that is forged, late, used, to an earlier question, or to another's", async () => {
    const { users, ada, bob, ask, add, askSignIn, wait } = await openPeople()
    const finish = (userUuid: string, challenge: string) =>
      users.finishPasskeyRegistration({
        userUuid,
        name: "Phone",
        answer: { credentialId: "one", challenge },
      })
    const bad = refusedWith("BadRequest", { field: "passkey" })
    await expect(add(ada.uuid, "one", { isForged: true })).rejects.toEqual(bad)
    await expect(finish(ada.uuid, "sy_pc_made-up")).rejects.toEqual(bad)
    await expect(finish(bob.uuid, (await ask(ada.uuid)).challenge)).rejects.toEqual(bad)
    await expect(finish(ada.uuid, await askSignIn())).rejects.toEqual(bad)
    const { challenge: earlier } = await ask(ada.uuid)
    const { challenge } = await ask(ada.uuid)
    await expect(finish(ada.uuid, earlier)).rejects.toEqual(bad)
    await finish(ada.uuid, challenge)
    await expect(finish(ada.uuid, challenge)).rejects.toEqual(bad)
    const { challenge: late } = await ask(ada.uuid)
    await wait(5 * minuteMs)
    await expect(finish(ada.uuid, late)).rejects.toEqual(bad)
    await expect(
      users.finishPasskeyRegistration({ userUuid: ada.uuid, name: "Phone", answer: "nonsense" }),
    ).rejects.toEqual(bad)
  })

  it("refuses a credential that somebody has, an empty name, and more than twenty", async () => {
    const { ada, bob, add, users, ask } = await openPeople()
    await add(ada.uuid, "one")
    await expect(add(bob.uuid, "one")).rejects.toEqual(
      refusedWith("Conflict", { reason: "passkey_known" }),
    )
    const { challenge } = await ask(ada.uuid)
    const nameless = { userUuid: ada.uuid, name: " ", answer: { credentialId: "two", challenge } }
    await expect(users.finishPasskeyRegistration(nameless)).rejects.toEqual(refusedWith("Invalid"))
    for (let n = 2; n <= 20; n += 1) await add(ada.uuid, `number ${n}`)
    await expect(ask(ada.uuid)).rejects.toEqual(
      refusedWith("Conflict", { reason: "too_many_passkeys" }),
    )
  })

  it("is for the host, for people who are there, and for services that have passkeys", async () => {
    const { symbolon, users, ada } = await openPeople()
    const caller: Caller = {
      kind: "user",
      userUuid: ada.uuid,
      clientId: "c",
      sid: "s",
      scopes: new Set(),
      isFirstParty: true,
      isServiceStaff: false,
    }
    const own = symbolon.as(caller).users
    for (const refused of [
      own.startPasskeyRegistration({ userUuid: ada.uuid }),
      own.listPasskeys({ userUuid: ada.uuid }),
      own.startPasskeySignIn({}),
    ])
      await expect(refused).rejects.toEqual(refusedWith("Forbidden"))
    await users.disable({ userUuid: ada.uuid })
    await expect(users.startPasskeyRegistration({ userUuid: ada.uuid })).rejects.toEqual(
      refusedWith("NotFound"),
    )
    const { symbolon: plain } = await openTestSymbolon()
    await expect(plain.users.startPasskeySignIn({})).rejects.toEqual(refusedWith("NotFound"))
    const { symbolon: atAddress } = await openTestSymbolon(openMemory(), {
      baseUrl: "http://127.0.0.1:8080",
      passkeys: plainPasskeys,
    })
    expect(portsOf(atAddress).passkeys).toBeUndefined()
  })
})

describe("signing in with a passkey", () => {
  it("proves who it is, twice as strongly as a password, and notes the use", async () => {
    const { users, ada, add, signIn, clock } = await openPeople()
    await add(ada.uuid, "one")
    const { user, signedIn } = await signIn()
    expect(user.username).toBe("ada")
    expect(signedIn).toEqual({
      userUuid: ada.uuid,
      authTime: clock.now(),
      amr: ["hwk", "user"],
      acr: "2",
      proof: { kind: "passkey", credentialId: expect.any(String) },
    })
    expect((await users.listPasskeys({ userUuid: ada.uuid }))[0]?.usedAt).toEqual(clock.now())
  })

  it("opens no browser once the passkey is removed, and its removal ends those that are open", async () => {
    const { users, ada, add, signIn } = await openPeople()
    await add(ada.uuid, "one")
    await add(ada.uuid, "two")
    const { signedIn } = await signIn()
    const { loginToken } = await users.createLogin({ signedIn })
    expect(await users.getLogin({ loginToken })).toBeDefined()
    await users.deletePasskey({ userUuid: ada.uuid, credentialId: "one" })
    expect(await users.getLogin({ loginToken })).toBeUndefined()
    await expect(users.createLogin({ signedIn })).rejects.toMatchObject({ _tag: "SignInRefused" })
  })

  it("refuses everything else in one way", async () => {
    const { users, ada, bob, ask, add, askSignIn, signIn, wait } = await openPeople()
    await add(ada.uuid, "one")
    const finish = (challenge: string) =>
      users.finishPasskeySignIn({
        answer: { challenge, credentialId: "one", userUuid: ada.uuid },
      })
    await expect(signIn({ isForged: true })).rejects.toEqual(notSignedIn)
    await expect(signIn({ credentialId: "unknown" })).rejects.toEqual(notSignedIn)
    await expect(signIn({ userUuid: bob.uuid })).rejects.toEqual(notSignedIn)
    await expect(
      users.finishPasskeySignIn({
        answer: { challenge: await askSignIn(), credentialId: "one" },
      }),
    ).rejects.toEqual(notSignedIn)
    await expect(users.finishPasskeySignIn({ answer: "nonsense" })).rejects.toEqual(notSignedIn)
    await expect(finish("sy_pc_made-up")).rejects.toEqual(notSignedIn)
    await expect(finish((await ask(ada.uuid)).challenge)).rejects.toEqual(notSignedIn)
    const challenge = await askSignIn()
    await finish(challenge)
    await expect(finish(challenge)).rejects.toEqual(notSignedIn)
    const late = await askSignIn()
    await wait(5 * minuteMs)
    await expect(finish(late)).rejects.toEqual(notSignedIn)
    await users.disable({ userUuid: ada.uuid })
    await expect(signIn()).rejects.toEqual(notSignedIn)
  })

  it("takes a counter that grows, and none that stands still or goes back", async () => {
    const { ada, add, signIn } = await openPeople()
    await add(ada.uuid, "one", { counter: 3 })
    await expect(signIn({ counter: 3 })).rejects.toEqual(notSignedIn)
    await signIn({ counter: 9 })
    await expect(signIn({ counter: 4 })).rejects.toEqual(notSignedIn)
    await expect(signIn({ counter: 0 })).rejects.toEqual(notSignedIn)
  })

  it("takes one of several answers to the same challenge", async () => {
    const { users, ada, add, askSignIn } = await openPeople()
    await add(ada.uuid, "one")
    const challenge = await askSignIn()
    const answer = { challenge, credentialId: "one", userUuid: ada.uuid }
    const all = await Promise.allSettled(
      Array.from({ length: 8 }, () => users.finishPasskeySignIn({ answer })),
    )
    expect(all.filter(({ status }) => status === "fulfilled")).toHaveLength(1)
  })
})

describe("removing a passkey", () => {
  it("takes one's own, but not the last way in", async () => {
    const { users, ada, bob, add, signIn } = await openPeople()
    await add(ada.uuid, "one")
    await add(ada.uuid, "two")
    const remove = (userUuid: string, credentialId: string) =>
      users.deletePasskey({ userUuid, credentialId })
    await expect(remove(bob.uuid, "one")).rejects.toEqual(refusedWith("NotFound"))
    await remove(ada.uuid, "one")
    await expect(signIn()).rejects.toEqual(notSignedIn)
    await expect(remove(ada.uuid, "one")).rejects.toEqual(refusedWith("NotFound"))
    await expect(remove(ada.uuid, "two")).rejects.toEqual(
      refusedWith("Conflict", { reason: "last_passkey" }),
    )
    expect(await users.listPasskeys({ userUuid: ada.uuid })).toHaveLength(1)
  })

  it("goes with the account", async () => {
    const { users, ada, add } = await openPeople()
    await add(ada.uuid, "one")
    await users.delete({ userUuid: ada.uuid })
    expect(await users.listPasskeys({ userUuid: ada.uuid })).toEqual([])
  })
})

describe("siteOf", () => {
  it.each([
    [
      "https://club.example/members",
      { id: "club.example", origin: "https://club.example", name: "club.example" },
    ],
    [
      "http://localhost:8080",
      { id: "localhost", origin: "http://localhost:8080", name: "localhost" },
    ],
    ["http://127.0.0.1:8080", undefined],
    ["https://192.168.0.7", undefined],
    ["https://[::1]", undefined],
    ["http://club.example", undefined],
  ])("%s", (baseUrl, site) => expect(siteOf(baseUrl)).toEqual(site))
})
