import { gzipSync } from "node:zlib"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { join } from "node:path"
import { createSymbolon } from "@symbolon/core"
import { openMemory } from "@symbolon/core/memory"
import { memoryKeyVault, testClock } from "@symbolon/core/testing"
import { createHandler } from "@symbolon/http-server"
import { build } from "esbuild"
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest"
import { bearer, Client } from "../src/index.ts"
import { type HistoryStore, verifyHistory } from "../src/ledger.ts"

const server = createServer((request, response) => handler.listener(request, response))
let handler: ReturnType<typeof createHandler>
let symbolon: Awaited<ReturnType<typeof createSymbolon>>
let honest: Client
let treasury: string
let bob: string
let address: string
let adasUuid: string
/** A client of the same service after it moved to another address. */
let moved: (userUuid: string) => Promise<Client>
let clientFor: (userUuid: string, fetch?: typeof globalThis.fetch) => Promise<Client>

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const storage = openMemory()
  const vault = memoryKeyVault(new Uint8Array(32))
  symbolon = await createSymbolon({
    storage,
    vault,
    testClock: testClock("2026-11-21T10:00:00.000Z"),
    baseUrl,
    ledger: { walletSigningsPerHour: null, treasurySigningsPerHour: null },
  })
  handler = createHandler({ symbolon, limits: "off" })
  const { user: olga } = await symbolon.users.create({ username: "olga", firstName: "Olga" })
  const club = await symbolon.organizations.create({ name: "Harbour Club", ownerUuid: olga.uuid })
  const app = await symbolon.apps.create({
    organization: club.slug,
    name: "App",
    clientType: "confidential",
    grantTypes: ["authorization_code", "client_credentials"],
    redirectUris: ["https://app.example/callback"],
    scopes: ["wallet:read", "wallet_transactions:read"],
    isFirstParty: true,
  })
  const minted = await symbolon.points.mint({
    organization: club.slug,
    amount: 100_000,
    idempotencyKey: "mint",
  })
  treasury = minted.transaction.body.to_address
  bob = (await symbolon.users.create({ username: "bob", firstName: "Bob" })).walletAddress
  const { user: ada, walletAddress } = await symbolon.users.create({
    username: "ada",
    firstName: "Ada",
  })
  address = walletAddress
  moved = async (userUuid) => {
    const elsewhere = await createSymbolon({
      storage,
      vault,
      testClock: testClock(symbolon.clock.now().toISOString()),
      baseUrl: "https://moved.example",
    })
    const there = createHandler({ symbolon: elsewhere, limits: "off" })
    const issued = await elsewhere.oauth.issueUserToken({
      clientId: app.client.clientId,
      userUuid,
      organization: undefined,
      scopes: ["wallet:read", "wallet_transactions:read"],
    })
    return new Client({
      baseUrl: "https://moved.example",
      auth: bearer(issued.accessToken),
      retry: false,
      fetch: (url, init) => there.fetch(new Request(url, init)),
    })
  }
  clientFor = async (userUuid, fetch) => {
    const scopes = ["wallet:read", "wallet_transactions:read"]
    const { accessToken } = await symbolon.oauth.issueUserToken({
      clientId: app.client.clientId,
      userUuid,
      organization: undefined,
      scopes,
    })
    return new Client({
      baseUrl,
      auth: bearer(accessToken),
      retry: false,
      ...(fetch === undefined ? {} : { fetch }),
    })
  }
  adasUuid = ada.uuid
  honest = await clientFor(ada.uuid)
  await pay(treasury, address, 3)
})
afterAll(async () => {
  server.closeAllConnections()
  server.close()
  await handler.close()
  await symbolon.close()
})

let count = 0
const pay = async (wallet: string, to: string, times: number, amount = 10): Promise<void> => {
  for (let n = 0; n < times; n += 1) {
    count += 1
    await symbolon.wallets.transfer({
      wallet,
      to: { type: "wallet", value: to },
      amount,
      idempotencyKey: `pay-${count}`,
    })
  }
}

let storedHistory: string | undefined
const store: HistoryStore = {
  load: () => storedHistory,
  save: (text) => void (storedHistory = text),
}
const look = async (client: Client | Promise<Client> = honest) =>
  verifyHistory(await client, address, { store })
beforeEach(() => {
  storedHistory = undefined
})

/** A service that shows something else of what its paths end in. */
const lying = (end: string, change: (body: string) => string): Promise<Client> =>
  clientFor(adasUuid, async (url, init) => {
    const reply = await fetch(url, init)
    if (!new URL(reply.url).pathname.endsWith(end)) return reply
    return new Response(change(await reply.text()), {
      status: reply.status,
      headers: reply.headers,
    })
  })

interface ShownPage {
  total_items: number
  items: { from_sequence: number; to_sequence: number }[]
}
const lyingPages = (change: (page: ShownPage) => void): Promise<Client> =>
  lying("/transactions", (body) => {
    const page: ShownPage = JSON.parse(body)
    change(page)
    return JSON.stringify(page)
  })

describe("a holder verifies their own wallet", () => {
  it("takes the address in any case, and remembers one wallet for all spellings", async () => {
    const first = await look()
    const again = await verifyHistory(
      honest,
      ` T${address.slice(1, 9)}${address.slice(9).toUpperCase()}`,
      { store },
    )
    expect([first.verdict, again.verdict]).toEqual(["verified", "verified"])
    expect(again.balance).toBe(first.balance)
  })

  it("from the first entry, then what is new, against the same log", async () => {
    const first = await look()
    expect(first).toMatchObject({
      verdict: "verified",
      balance: 10 * first.sequence,
      held: 0,
      rotatedSenders: [],
      firstError: undefined,
    })
    expect(first.entries).toBe(first.sequence)
    expect(first.checkpoint).toContain("/ledger\n")
    expect(await look()).toMatchObject({
      verdict: "verified",
      entries: 0,
      sequence: first.sequence,
    })
    await pay(address, bob, 2, 1)
    await pay(treasury, bob, 300, 1)
    expect(await look()).toMatchObject({
      verdict: "verified",
      entries: 2,
      sequence: first.sequence + 2,
      balance: first.balance - 2,
    })
  })

  it("goes on where the service is reached at another address", async () => {
    const before = await look()
    await pay(treasury, address, 1)
    const after = await look(moved(adasUuid))
    expect(after).toMatchObject({
      verdict: "verified",
      entries: 1,
      sequence: before.sequence + 1,
      firstError: undefined,
    })
    expect(after.checkpoint?.split("\n")[0]).toBe(before.checkpoint?.split("\n")[0])
  })

  it("over many pages, begun anywhere", async () => {
    const before = await look()
    await pay(treasury, address, 230, 1)
    expect(await look()).toMatchObject({
      verdict: "verified",
      entries: 230,
      sequence: before.sequence + 230,
    })
    storedHistory = undefined
    expect(await look()).toMatchObject({
      verdict: "verified",
      entries: before.sequence + 230,
      balance: before.balance + 230,
    })
  })

  it("with holds, whatever becomes of them, and rotated keys", async () => {
    const before = await look()
    const expiresAt = new Date("2026-12-01T00:00:00.000Z")
    const hold = async (key: string) =>
      (
        await symbolon.holds.create({
          wallet: address,
          to: { type: "wallet", value: bob },
          amount: 20,
          expiresAt,
          idempotencyKey: key,
        })
      ).transaction.body.id
    const [posted, released] = [await hold("h1"), await hold("h2")]
    expect(await look()).toMatchObject({ verdict: "verified", balance: before.balance, held: 40 })
    await symbolon.holds.settle({ transaction: posted, amount: 15, idempotencyKey: "s1" })
    await symbolon.holds.release({ transaction: released, idempotencyKey: "r1" })
    expect(await look()).toMatchObject({
      verdict: "verified",
      entries: 2,
      balance: before.balance - 15,
      held: 0,
    })
    await symbolon.wallets.rotateKey({ wallet: address, idempotencyKey: "k1" })
    await symbolon.wallets.rotateKey({ wallet: treasury, idempotencyKey: "k2" })
    await pay(address, bob, 1, 1)
    await pay(treasury, address, 1, 1)
    expect(await look()).toMatchObject({
      verdict: "verified",
      entries: 3,
      balance: before.balance - 15,
      rotatedSenders: [treasury],
    })
    storedHistory = undefined
    expect(await look()).toMatchObject({ verdict: "verified", balance: before.balance - 15 })
  })

  it("of a wallet in which nothing happened, and not of one that is not theirs", async () => {
    const { user, walletAddress } = await symbolon.users.create({
      username: "eve",
      firstName: "Eve",
    })
    const eve = await clientFor(user.uuid)
    expect(await verifyHistory(eve, walletAddress, { store })).toMatchObject({
      verdict: "unanchored",
      sequence: 0,
      balance: 0,
      checkpoint: null,
    })
    expect(storedHistory).toBeUndefined()
    await expect(verifyHistory(eve, address, { store })).rejects.toMatchObject({ status: 404 })
  })
})

describe("a service that lies is found out", () => {
  it.each<[string, string, (page: ShownPage) => void]>([
    [
      "bad_signature",
      "another amount",
      ({ items }) => items.forEach((item) => Object.assign(item, { amount: 11 })),
    ],
    [
      "bad_signature",
      "another moment",
      ({ items }) =>
        items.forEach((item) => Object.assign(item, { created_at: "2026-11-20T10:00:00.000Z" })),
    ],
    [
      "sequence_gap",
      "an entry left out",
      (page) => void (page.items = page.items.filter(({ to_sequence }) => to_sequence !== 2)),
    ],
    [
      "bad_json",
      "half a character",
      ({ items }) => items.forEach((item) => Object.assign(item, { reference_id: "\ud800" })),
    ],
  ])("%s: %s", async (code, _, change) => {
    expect(await look(lyingPages(change))).toMatchObject({
      verdict: "broken",
      firstError: { code },
    })
    expect(storedHistory).toBeUndefined()
  })

  it("truncated: the newest entries are gone again", async () => {
    const { sequence } = await look()
    const before = storedHistory
    const cut = lyingPages((page) => {
      page.items = page.items.filter(({ to_sequence }) => to_sequence < 3)
      page.total_items = page.items.length
    })
    expect(await look(cut)).toMatchObject({
      verdict: "broken",
      sequence,
      firstError: { code: "truncated" },
    })
    expect(storedHistory).toBe(before)
  })

  it("bad_consistency: the log was rewritten", async () => {
    await look()
    await pay(treasury, address, 1)
    storedHistory = storedHistory?.replace(/"root":"[0-9a-f]{64}"/, `"root":"${"0".repeat(64)}"`)
    expect(await look()).toMatchObject({
      verdict: "broken",
      firstError: { code: "bad_consistency" },
    })
  })

  it("truncated: the log is shorter than it was", async () => {
    await look()
    storedHistory = storedHistory?.replace(/"size":\d+/, '"size":999999')
    expect(await look()).toMatchObject({ verdict: "broken", firstError: { code: "truncated" } })
  })

  it("bad_inclusion, checkpoint_signature, bad_balance, other_ledger", async () => {
    const proofs = lying("/proof", (body) => JSON.stringify({ ...JSON.parse(body), inclusion: [] }))
    expect(await look(proofs)).toMatchObject({ firstError: { code: "bad_inclusion" } })
    const notes = lying("/proof", (body) =>
      body.replace(/\\n(\d+)\\n/, (_, size) => `\\n${Number(size) + 1}\\n`),
    )
    expect(await look(notes)).toMatchObject({ firstError: { code: "checkpoint_signature" } })
    expect(await look(lying("/balance", () => '{"balance":7}'))).toMatchObject({
      firstError: { code: "bad_balance" },
    })
    expect(storedHistory).toBeUndefined()
    await look()
    const elsewhere = lying("/ledger/keys", (body) =>
      body.replace(/"origin":"[^"]+"/, '"origin":"other.example/ledger"'),
    )
    expect(await look(elsewhere)).toMatchObject({ firstError: { code: "other_ledger" } })
    const strange = Buffer.alloc(32, 9).toString("base64url")
    expect(await verifyHistory(honest, address, { store, logKeys: [strange] })).toMatchObject({
      firstError: { code: "checkpoint_signature" },
    })
  })

  it("what was kept of another wallet is not taken for this one's", async () => {
    await look()
    await expect(verifyHistory(honest, bob, { store })).rejects.toThrow(TypeError)
  })
})

it("travels light: no platform, no package but what it carries inside itself", async () => {
  const { outputFiles, metafile } = await build({
    entryPoints: [join(import.meta.dirname, "../src/ledger.ts")],
    bundle: true,
    minify: true,
    format: "esm",
    target: "es2022",
    platform: "neutral",
    conditions: ["@symbolon/source"],
    write: false,
    metafile: true,
  })
  const [file] = outputFiles
  if (file === undefined) throw new Error("nothing was bundled")
  expect(Object.values(metafile.outputs).flatMap((output) => output.imports)).toEqual([])
  const carried = /(?:^|\/)src\/|\/node_modules\/(?:@noble\/ed25519|canonicalize)\//
  expect(Object.keys(metafile.inputs).filter((path) => !carried.test(path))).toEqual([])
  expect(file.text).not.toMatch(/node:|\bprocess\b|\bBuffer\b|\brequire\b|\bzod\b/)
  const size = gzipSync(file.contents, { level: 9 }).length
  console.log(`@symbolon/client-sdk/ledger: ${file.contents.length} bytes, ${size} gzip`)
  expect(size).toBeLessThan(12 * 1024)
})
