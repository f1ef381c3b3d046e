import { createHash } from "node:crypto"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { readBody } from "./fixtures/read.ts"
import { startTestServer, type TestServer } from "./fixtures/world.ts"

let world: TestServer
let treasury: string
const sent: string[] = []

const send = async (to: string, key: string): Promise<string> =>
  (
    await readBody(
      await world.call("POST", `/api/v1/wallets/${treasury}/transfer`, {
        to: { type: "wallet", value: to },
        amount: 1,
        idempotency_key: key,
      }),
      201,
    )
  ).id

beforeAll(async () => {
  world = await startTestServer()
  const minted = await world.call("POST", `/console/v1/organizations/${world.club.slug}/points`, {
    amount: 1000,
    idempotency_key: "m",
  })
  const { id, to_address } = (await readBody(minted, 201)) as unknown as {
    readonly id: string
    readonly to_address: string
  }
  treasury = to_address
  sent.push(id)
  for (let n = 0; n < 9; n += 1) sent.push(await send(world.ada.walletAddress, `t-${n}`))
})
afterAll(() => world.close())

interface Proof {
  readonly log_index: number
  readonly leaf_hash: string
  readonly size: number
  readonly checkpoint: string
  readonly inclusion: readonly string[]
  readonly consistency: readonly string[] | null
}

const proofOf = async (id: string, query = "", token = world.userToken): Promise<Proof> => {
  const reply = await world.send(`/api/v1/transactions/${id}/proof${query}`, {
    headers: { authorization: `Bearer ${token}` },
  })
  return (await readBody(reply, 200)) as unknown as Proof
}

const node = (left: Buffer, right: Buffer): Buffer =>
  createHash("sha256")
    .update(Buffer.from([1]))
    .update(left)
    .update(right)
    .digest()

describe("GET /ledger/checkpoint", () => {
  it("is text that anybody may fetch from anywhere, and knows what the caller has", async () => {
    const reply = await world.send("/api/v1/ledger/checkpoint")
    expect([reply.status, reply.headers.get("content-type")]).toEqual([
      200,
      "text/plain; charset=utf-8",
    ])
    expect(reply.headers.get("access-control-allow-origin")).toBe("*")
    const note = await reply.text()
    expect(note).toMatch(
      /^symbolon\.test\/ledger\n10\n[A-Za-z0-9+/]{43}=\n\n\u2014 symbolon\.test\/ledger [A-Za-z0-9+/]{90,}=*\n$/,
    )
    const etag = reply.headers.get("etag") ?? ""
    expect(
      (await world.send("/api/v1/ledger/checkpoint", { headers: { "if-none-match": etag } }))
        .status,
    ).toBe(304)
    sent.push(await send(world.ada.walletAddress, "later"))
    const later = await world.send("/api/v1/ledger/checkpoint", {
      headers: { "if-none-match": etag },
    })
    expect([later.status, (await later.text()).split("\n")[1]]).toEqual([200, "11"])
  })
})

describe("GET /ledger/tile", () => {
  it("holds the hashes of the leaves, and leads to the root of the checkpoint", async () => {
    const note = (await (await world.send("/api/v1/ledger/checkpoint")).text()).split("\n")
    const size = Number(note[1])
    const reply = await world.send(`/api/v1/ledger/tile/0/000.p/${size}`)
    expect([reply.status, reply.headers.get("content-type")]).toEqual([
      200,
      "application/octet-stream",
    ])
    expect(reply.headers.get("cache-control")).toBe("public, max-age=3600")
    const bytes = Buffer.from(await reply.arrayBuffer())
    expect(bytes.length).toBe(32 * size)
    const rootOf = (hashes: readonly Buffer[]): Buffer => {
      if (hashes.length === 1) return hashes[0] ?? Buffer.alloc(0)
      const split = 2 ** Math.ceil(Math.log2(hashes.length) - 1)
      return node(rootOf(hashes.slice(0, split)), rootOf(hashes.slice(split)))
    }
    const leaves = Array.from({ length: size }, (_, at) => bytes.subarray(32 * at, 32 * at + 32))
    expect(rootOf(leaves).toString("base64")).toBe(note[2])
    expect((await proofOf(sent[3] ?? "")).leaf_hash).toBe(leaves[3]?.toString("hex"))
    const earlier = Buffer.from(
      await (await world.send("/api/v1/ledger/tile/0/000.p/3")).arrayBuffer(),
    )
    expect(earlier).toEqual(bytes.subarray(0, 96))
  })
  it.each([
    "0/000",
    "0/000.p/12",
    "0/000.p/0",
    "0/000.p/256",
    "0/001.p/1",
    "1/000.p/1",
    "0/0",
    "0/x000/000.p/1",
    "00/000.p/1",
    "64/000.p/1",
    "-1/000.p/1",
    "0/000.p/1/",
    "0/x999/x999/x999/x999/x999/999",
    "entries/000.p/1",
    "0",
    "..%2f..%2fwallets",
  ])("%s is not there", async (path) => {
    const reply = await world.send(`/api/v1/ledger/tile/${path}`)
    expect(await readBody(reply, 404)).toMatchObject({ code: "not_found" })
    expect(reply.headers.get("cache-control")).toBe("no-store")
  })
})

describe("GET /transactions/{transaction_id}/proof", () => {
  it("leads from the leaf to the root, for whoever stands at either end", async () => {
    for (const token of [world.userToken, world.token]) {
      const proof = await proofOf(sent[5] ?? "", "", token)
      expect(proof).toMatchObject({ transaction_id: sent[5], log_index: 5, consistency: null })
      expect(proof.checkpoint.split("\n")[1]).toBe(String(proof.size))
      let [at, last] = [proof.log_index, proof.size - 1]
      let hash: Buffer = Buffer.from(proof.leaf_hash, "hex")
      for (const sibling of proof.inclusion.map((text) => Buffer.from(text, "hex"))) {
        const isRight = at % 2 === 1 || at === last
        hash = isRight ? node(sibling, hash) : node(hash, sibling)
        if (isRight) while (at % 2 === 0 && at !== 0) [at, last] = [at >> 1, last >> 1]
        ;[at, last] = [at >> 1, last >> 1]
      }
      expect(hash.toString("base64")).toBe(proof.checkpoint.split("\n")[2])
    }
  })
  it("says that the log only grew, when asked from where", async () => {
    const { size } = await proofOf(sent[1] ?? "")
    expect((await proofOf(sent[1] ?? "", "?from_size=0")).consistency).toEqual([])
    expect((await proofOf(sent[1] ?? "", `?from_size=${size}`)).consistency).toEqual([])
    expect((await proofOf(sent[1] ?? "", "?from_size=3")).consistency?.length).toBeGreaterThan(1)
    const authorization = { headers: { authorization: `Bearer ${world.userToken}` } }
    expect(
      (
        await world.send(
          `/api/v1/transactions/${sent[1]}/proof?from_size=${size + 1}`,
          authorization,
        )
      ).status,
    ).toBe(400)
    for (const bad of ["-1", "1.5", "x", "9007199254740993"])
      expect(
        (await world.send(`/api/v1/transactions/${sent[1]}/proof?from_size=${bad}`, authorization))
          .status,
      ).toBe(422)
  })
  it("is not there for others, without the scope, or for what is not", async () => {
    const { user } = await world.symbolon.users.create({ username: "eve", firstName: "Eve" })
    const eve = await world.tokenFor(["wallet_transactions:read"], { userUuid: user.uuid })
    const proofStatus = async (id: string, token: string) =>
      (
        await world.send(`/api/v1/transactions/${id}/proof`, {
          headers: { authorization: `Bearer ${token}` },
        })
      ).status
    expect(await proofStatus(sent[1] ?? "", eve)).toBe(404)
    // Ada stands at neither end of the mint.
    expect(await proofStatus(sent[0] ?? "", world.userToken)).toBe(404)
    expect(await proofStatus("t00000000000000000000000", world.userToken)).toBe(404)
    expect(
      await proofStatus(
        sent[1] ?? "",
        await world.tokenFor(["wallet:read"], { userUuid: world.ada.uuid }),
      ),
    ).toBe(403)
    expect((await world.send(`/api/v1/transactions/${sent[1]}/proof`)).status).toBe(401)
  })
})
