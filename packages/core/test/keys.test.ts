import { describe, expect, it } from "vitest"
import { signerInForce } from "../src/service-keys/prepare.ts"
import {
  createSymbolon,
  type KeyVault,
  type Storage,
  type Symbolon,
  type UserCaller,
} from "../src/index.ts"
import { openMemory } from "../src/memory/index.ts"
import { memoryKeyVault, testClock } from "../src/testing/index.ts"
import { twoCoresSuite } from "./two-cores.suite.ts"
import {
  createTestOrganization,
  createTestSession,
  openTestSymbolon,
  start,
} from "./fixtures/world.ts"
import { portsOf } from "../src/effect.ts"

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs
const refusal = (_tag: string) => expect.objectContaining({ _tag })

/** An app that fetches tokens for itself. */
const withApp = async (symbolon: Symbolon) => {
  const { client, clientSecret } = await symbolon.apps.create({
    organization: undefined,
    name: "Clockwork",
    clientType: "confidential",
    grantTypes: ["client_credentials"],
    scopes: ["wallet:read"],
  })
  const credentials = { clientId: client.clientId, clientSecret }
  const token = async (core: Symbolon = symbolon) =>
    (await core.oauth.issueClientToken({ client: credentials, scope: undefined })).accessToken
  return { token }
}

const kidOf = (token: string): string =>
  JSON.parse(Buffer.from(token.split(".")[0] ?? "", "base64url").toString()).kid
const published = async (symbolon: Symbolon) =>
  (await symbolon.jwks()).keys.map((key) => key["kid"])
const statuses = async (symbolon: Symbolon) =>
  Object.fromEntries(
    (await symbolon.keys.list({ purpose: "tokens" })).map(({ keyId, status }) => [keyId, status]),
  )

const openOne = async () => {
  const { symbolon, clock } = await openTestSymbolon()
  const { token } = await withApp(symbolon)
  const advance = (ms: number) => symbolon.testClock?.moveTo(new Date(clock.now().getTime() + ms))
  return { symbolon, clock, token, advance }
}

describe("over two hundred days with a round each day", () => {
  it("every token is good until it ends, and keys follow one another every ninety days", async () => {
    const { symbolon, clock, token, advance } = await openOne()
    const signedOn = new Map<string, number[]>()
    const firstPublished = new Map<string, number>()
    const lastPublished = new Map<string, number>()
    for (let hour = 0; hour < 200 * 24; hour += 8) {
      const day = (clock.now().getTime() - Date.parse(start)) / dayMs
      const signed = await token()
      const kid = kidOf(signed)
      signedOn.set(kid, [...(signedOn.get(kid) ?? []), day])
      for (const each of (await published(symbolon)) as string[]) {
        firstPublished.set(each, firstPublished.get(each) ?? day)
        lastPublished.set(each, day)
      }
      await advance(hourMs - 1)
      await symbolon.authenticate(signed)
      await advance(1)
      await expect(symbolon.authenticate(signed)).rejects.toEqual(refusal("InvalidCredentials"))
      await advance(7 * hourMs)
    }
    const [first, second, third, ...more] = [...signedOn].map(([kid, days]) => ({
      kid,
      from: Math.min(...days),
      until: Math.max(...days),
      published: firstPublished.get(kid) ?? 0,
      gone: lastPublished.get(kid) ?? 0,
    }))
    expect(more).toEqual([])
    expect(first).toMatchObject({ from: 0, published: 0 })
    expect(first?.until).toBeCloseTo(90, 0)
    expect(second?.from).toBeCloseTo(90, 0)
    expect(third?.from).toBeCloseTo(180, 0)
    expect((second?.from ?? 0) - (second?.published ?? 0)).toBeGreaterThanOrEqual(1 - 1 / 3)
    expect(first?.gone).toBeCloseTo(120, 0)
    expect(await published(symbolon)).toEqual([second?.kid, third?.kid])
  }, 60_000)
})

describe("rotateKey", () => {
  it("publishes a key now, which signs a day later; what the old one signed stays good", async () => {
    const { symbolon, token, advance, clock } = await openOne()
    const before = kidOf(await token())
    const { signs, next } = await symbolon.keys.rotate({ purpose: "tokens" })
    expect(signs).toBe(before)
    expect(next).toMatchObject({
      status: "next",
      notBefore: new Date(clock.now().getTime() + dayMs),
    })
    expect(next).not.toHaveProperty("sealed")
    expect(new Set(await published(symbolon))).toEqual(new Set([before, next?.keyId]))
    expect((await symbolon.keys.rotate({ purpose: "tokens" })).next).toEqual(next)
    await advance(dayMs - minuteMs)
    const signed = await token()
    expect(kidOf(signed)).toBe(before)
    await advance(2 * minuteMs)
    expect(kidOf(await token())).toBe(next?.keyId)
    await symbolon.authenticate(signed)
    expect(await statuses(symbolon)).toEqual({
      [before]: "retiring",
      [next?.keyId ?? ""]: "active",
    })
    await advance(31 * dayMs)
    expect(await statuses(symbolon)).toEqual({ [before]: "gone", [next?.keyId ?? ""]: "active" })
    expect(await published(symbolon)).toEqual([next?.keyId])
  })

  it("lets a key that waited for its day sign when it is asked again, without waiting for the round", async () => {
    const { symbolon, clock } = await openOne()
    const { next } = await symbolon.keys.rotate({ purpose: "tokens" })
    clock.set(new Date(clock.now().getTime() + dayMs))
    expect(await symbolon.keys.rotate({ purpose: "tokens" })).toEqual({
      signs: next?.keyId,
      next: undefined,
    })
  })

  it("with emergency changes at once, and refuses what the old key signed", async () => {
    const { symbolon, token } = await openOne()
    const signed = await token()
    const { signs } = await symbolon.keys.rotate({ purpose: "tokens", emergency: true })
    expect(await published(symbolon)).toEqual([signs])
    await expect(symbolon.authenticate(signed)).rejects.toEqual(refusal("InvalidCredentials"))
    const anew = await token()
    expect(kidOf(anew)).toBe(signs)
    await symbolon.authenticate(anew)
  })

  it("does so for manifests too, and for nothing of the ledger", async () => {
    const { symbolon, advance } = await openOne()
    const { signs, next } = await symbolon.keys.rotate({ purpose: "checkin_manifest" })
    await advance(2 * dayMs)
    const keys = await symbolon.keys.list({ purpose: "checkin_manifest" })
    expect(Object.fromEntries(keys.map(({ keyId, status }) => [keyId, status]))).toEqual({
      [signs]: "retiring",
      [next?.keyId ?? ""]: "active",
    })
    const before = await symbolon.keys.list({ purpose: "ledger_status" })
    await expect(symbolon.keys.rotate({ purpose: "ledger_status" as "tokens" })).rejects.toEqual(
      refusal("Conflict"),
    )
    await expect(symbolon.keys.revoke({ keyId: before[0]?.keyId ?? "" })).rejects.toEqual(
      refusal("Conflict"),
    )
    await advance(400 * dayMs)
    expect(await symbolon.keys.list({ purpose: "ledger_status" })).toEqual(before)
  })
})

describe("revokeKey", () => {
  it("puts a new key in the place of the one that signs", async () => {
    const { symbolon, token } = await openOne()
    const signed = await token()
    const { signs } = await symbolon.keys.revoke({ keyId: kidOf(signed) })
    expect(await statuses(symbolon)).toEqual({ [kidOf(signed)]: "gone", [signs]: "active" })
    await expect(symbolon.authenticate(signed)).rejects.toEqual(refusal("InvalidCredentials"))
    expect(kidOf(await token())).toBe(signs)
  })
  it("takes a key that waits, or that only verifies, out of use and lets the other sign on", async () => {
    const { symbolon, token, advance } = await openOne()
    const signed = await token()
    const first = await symbolon.keys.rotate({ purpose: "tokens" })
    expect(await symbolon.keys.revoke({ keyId: first.next?.keyId ?? "" })).toEqual({
      signs: first.signs,
      next: undefined,
    })
    await symbolon.authenticate(signed)
    const second = await symbolon.keys.rotate({ purpose: "tokens" })
    await advance(2 * dayMs)
    expect(await symbolon.keys.revoke({ keyId: first.signs })).toEqual({
      signs: second.next?.keyId,
      next: undefined,
    })
    expect(await published(symbolon)).toEqual([second.next?.keyId])
  })
  it("knows no other keys, and none twice", async () => {
    const { symbolon, token } = await openOne()
    const keyId = kidOf(await token())
    await symbolon.keys.revoke({ keyId })
    await expect(symbolon.keys.revoke({ keyId })).rejects.toEqual(refusal("Conflict"))
    await expect(symbolon.keys.revoke({ keyId: "unknown" })).rejects.toEqual(refusal("NotFound"))
  })
})

describe("keys", () => {
  it("are the host's alone, whoever else asks", async () => {
    const { symbolon, token } = await openOne()
    const keyId = kidOf(await token())
    const staff: UserCaller = {
      kind: "user",
      userUuid: "u",
      isServiceStaff: true,
      clientId: "c",
      sid: "s",
      scopes: new Set(),
      isFirstParty: true,
    }
    const { keys } = symbolon.as(staff)
    await expect(keys.list({})).rejects.toEqual(refusal("Forbidden"))
    await expect(keys.rotate({ purpose: "tokens", emergency: true })).rejects.toEqual(
      refusal("Forbidden"),
    )
    await expect(keys.revoke({ keyId })).rejects.toEqual(refusal("Forbidden"))
    expect(await statuses(symbolon)).toEqual({ [keyId]: "active" })
  })
  it("are shown by purpose, without their private halves", async () => {
    const { symbolon } = await openOne()
    const all = await symbolon.keys.list({})
    expect(all.map(({ purpose, status }) => [purpose, status])).toEqual([
      ["tokens", "active"],
      ["checkin_manifest", "active"],
      ["ledger_status", "active"],
      ["ledger_checkpoint", "active"],
    ])
    expect(JSON.stringify(all)).not.toMatch(/sealed|wrapped|"d":/)
  })
})

twoCoresSuite("one memory", async () => {
  const storage = openMemory({ strict: true })
  return [storage, storage]
})

describe("two processes on one store", () => {
  const vault = () => memoryKeyVault(new Uint8Array(32).fill(7))
  const openCore = (storage: Storage, keyVault: KeyVault = vault()) =>
    createSymbolon({ storage, vault: keyVault, testClock: testClock(start), migrate: true })

  it("the other knows a token of a key that it has never seen", async () => {
    const storage = openMemory({ strict: true })
    const [a, b] = [await openCore(storage), await openCore(storage)]
    const { token } = await withApp(a)
    const { signs } = await a.keys.rotate({ purpose: "tokens", emergency: true })
    const anew = await token(a)
    expect(kidOf(anew)).toBe(signs)
    await b.authenticate(anew)
  })

  it("whoever asks for the key in force is given the new one before any token came by", async () => {
    const storage = openMemory({ strict: true })
    const [a, b] = [await openCore(storage), await openCore(storage)]
    const { signs } = await a.keys.rotate({ purpose: "tokens", emergency: true })
    expect((await b.run(signerInForce("tokens"))).keyId).toBe(signs)
  })

  it("manifests are signed by the new key, and doors find it, whichever they ask", async () => {
    const storage = openMemory({ strict: true })
    const [a, b, c] = [await openCore(storage), await openCore(storage), await openCore(storage)]
    const { club } = await createTestOrganization(a, 1)
    const { session } = await createTestSession(a, club.slug)
    const { signs } = await a.keys.rotate({ purpose: "checkin_manifest", emergency: true })
    expect(await b.sessions.checkinManifest({ session: session.slug })).toMatchObject({
      keyId: signs,
    })
    expect(await c.sessions.checkinTrustKeys({ session: session.slug })).toMatchObject([
      { keyId: signs, status: "active" },
    ])
  })

  it("many changes in one moment are all seen", async () => {
    const storage = openMemory({ strict: true })
    const [a, b] = [await openCore(storage), await openCore(storage)]
    const { token } = await withApp(a)
    for (let n = 0; n < 3; n += 1) {
      const signed = await token(b)
      await a.keys.revoke({ keyId: kidOf(signed) })
      await expect(b.authenticate(signed)).rejects.toEqual(refusal("InvalidCredentials"))
    }
  })

  it("a process whose vault does not answer refuses rather than trusts what it knew", async () => {
    const storage = openMemory({ strict: true })
    const real = vault()
    let isDown = false
    const failing: KeyVault = {
      wrap: real.wrap,
      unwrap: (wrapped, aad) =>
        isDown ? Promise.reject(new Error("the vault sleeps")) : real.unwrap(wrapped, aad),
    }
    const [a, b] = [await openCore(storage), await openCore(storage, failing)]
    const { token } = await withApp(a)
    const signed = await token(b)
    isDown = true
    await a.keys.revoke({ keyId: kidOf(signed) })
    await expect(b.authenticate(signed)).rejects.toThrow("the vault sleeps")
    const { generation } = portsOf(b).serviceKeys
    isDown = false
    await expect(b.authenticate(signed)).rejects.toEqual(refusal("InvalidCredentials"))
    expect(portsOf(b).serviceKeys.generation).toBe(generation + 1)
  })

  it("reading the keys again costs one look for all who ask at once, and grows nothing when nothing changed", async () => {
    let looks = 0
    const storage = openMemory({ strict: true })
    const counted: Storage = {
      ...storage,
      transact: (mode, work) => {
        looks += 1
        return storage.transact(mode, work)
      },
    }
    const core = await openCore(counted)
    const { serviceKeys } = portsOf(core)
    const { generation } = serviceKeys
    looks = 0
    await Promise.all([serviceKeys.reload(), serviceKeys.reload(), serviceKeys.reload()])
    expect({ looks, generation: serviceKeys.generation }).toEqual({ looks: 1, generation })
  })

  it("who asks while a look is under way is told what was stored before they asked", async () => {
    const storage = openMemory({ strict: true })
    let open = () => {}
    let gate: Promise<void> = Promise.resolve()
    const slow: Storage = {
      ...storage,
      transact: async (mode, work) => {
        const seen = await storage.transact(mode, work)
        await gate
        return seen
      },
    }
    const [a, b] = [await openCore(storage), await openCore(slow)]
    const { serviceKeys } = portsOf(b)
    gate = new Promise((resolve) => (open = resolve))
    const early = serviceKeys.reload()
    const { signs } = await a.keys.rotate({ purpose: "tokens", emergency: true })
    expect(serviceKeys.signer("tokens").keyId).not.toBe(signs)
    const late = serviceKeys.reload()
    open()
    await early
    await late
    expect(serviceKeys.signer("tokens").keyId).toBe(signs)
  })
})
