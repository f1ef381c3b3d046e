import { Writable } from "node:stream"
import { afterEach, beforeEach, describe, expect, it } from "vitest"
import { openLog } from "../src/log.ts"
import { startTestServer, type TestServer } from "./fixtures/world.ts"

const lines: string[] = []
const log = openLog(
  "trace",
  new Writable({
    write: (chunk: Buffer, _encoding, done) => (lines.push(chunk.toString()), done()),
  }),
)

let world: TestServer
let id: string
beforeEach(async () => {
  lines.length = 0
  world = await startTestServer({ logger: log, limits: "on" })
  id = await issue("first")
})
afterEach(() => world.close())

const issue = async (idempotencyKey: string): Promise<string> => {
  const to = { type: "wallet", value: world.ada.walletAddress } as const
  const content = { name: "Regatta photo", data: { code: "QX-1177" } }
  return (
    await world.symbolon.transactions.issueContent({
      organization: world.club.slug,
      to,
      content,
      idempotencyKey,
    })
  ).transaction.body.id
}

interface Said {
  readonly manifest_url: string
  readonly access_key: string
  readonly errors: Readonly<Record<string, string>>
  readonly [name: string]: unknown
}
const said = async (reply: Response) => ({
  status: reply.status,
  body: (await reply.json()) as Said,
})

const decrypt = async (
  body: unknown = { wallet_address: world.ada.walletAddress },
  { token = world.userToken, of = id } = {},
) =>
  said(
    await world.send(`/api/v1/transactions/${of}/decrypt`, {
      method: "POST",
      headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
      body: typeof body === "string" ? body : JSON.stringify(body),
    }),
  )
const fetchContent = (accessKey: string | undefined, of = id, method = "GET") =>
  world.send(`/content/${of}`, {
    method,
    headers: accessKey === undefined ? {} : { authorization: `Bearer ${accessKey}` },
  })

describe("decrypting a transaction", () => {
  it("tells the giver of a ticket which transaction superseded it", async () => {
    const { symbolon, club, ada } = world
    const { slug } = await symbolon.rewards.create({
      organization: club.slug,
      organizationUuid: club.uuid,
      name: "Regatta",
      contentConfig: {
        storageType: "internal",
        contentTemplate: {
          data: {},
          items: [{ type: "ticket", title: "Regatta", ticket_number: "7" }],
          content_version: "1",
        },
      },
    })
    const { transactionId } = await symbolon.rewards.redeem({
      reward: slug,
      identifier: { type: "wallet", value: ada.walletAddress },
      idempotencyKey: "redeem",
    })
    const of = transactionId ?? ""
    const wallet = (await symbolon.transactions.get({ transaction: of })).body.to_address
    const told = async () => (await decrypt({ wallet_address: wallet }, { of })).body
    const before = await told()
    expect(before).toMatchObject({ additional_data: {} })
    expect((await fetchContent(before.access_key, of)).status).toBe(200)
    await symbolon.testClock?.moveTo(new Date("2026-11-21T10:00:01Z"))
    await symbolon.users.create({ username: "next-holder", firstName: "Nora" })
    const moved = await symbolon.tickets.transfer({
      wallet,
      to: { type: "username", value: "next-holder" },
      transaction: of,
      idempotencyKey: "move",
    })
    // The key was for the holder of the ticket; who asks anew is told that it has gone.
    expect((await said(await fetchContent(before.access_key, of))).body).toMatchObject({
      code: "invalid_credentials",
      message: expect.stringContaining("does not hold this content any more"),
    })
    const after = await told()
    expect(after["additional_data"]).toEqual({ superseded_by: moved.transaction.body.id })
    expect((await fetchContent(after.access_key, of)).status).toBe(200)
  })

  it("gives a key that ends with the account", async () => {
    const { access_key: key } = (await decrypt()).body
    expect((await fetchContent(key)).status).toBe(200)
    await world.symbolon.users.disable({ userUuid: world.ada.uuid })
    expect((await fetchContent(key)).status).toBe(401)
  })

  it("answers where its content is, and a key that fetches it from there", async () => {
    const { status, body } = await decrypt()
    expect([status, body]).toEqual([
      200,
      {
        manifest_url: `http://symbolon.test/content/${id}`,
        content_hash: expect.stringMatching(/^[0-9a-f]{64}$/),
        expires_at: "2026-11-21T10:15:00.000Z",
        access_key: expect.stringMatching(/^sy_ak_/),
        access_key_type: "bearer",
        additional_data: {},
      },
    ])
    const reply = await fetchContent(body.access_key, body.manifest_url.split("/").at(-1))
    expect([reply.status, reply.headers.get("cache-control")]).toEqual([200, "private, no-store"])
    expect(reply.headers.get("access-control-allow-origin")).toBe("*")
    expect(await reply.json()).toEqual({
      name: "Regatta photo",
      description: "",
      data: { code: "QX-1177" },
      items: [],
      content_version: "1",
      generated_at: "2026-11-21T10:00:00.000Z",
      template_slug: null,
      template_version: null,
      issuer: {
        id: world.club.uuid,
        name: "Harbour Club",
        slug: world.club.slug,
        logo_url: null,
        website: null,
      },
      activity: null,
    })
    const head = await fetchContent(body.access_key, id, "HEAD")
    expect([head.status, await head.text()]).toEqual([200, ""])
  })

  it("needs the scope, and a wallet of the caller's that took part", async () => {
    const token = await world.tokenFor(["wallet:read"], { userUuid: world.ada.uuid })
    expect((await decrypt(undefined, { token })).status).toBe(403)
    const ofOwner = await world.tokenFor(["wallet:decrypt"])
    expect(await decrypt(undefined, { token: ofOwner })).toMatchObject({
      status: 404,
      body: { code: "not_found" },
    })
    expect(await decrypt(undefined, { of: "a".repeat(24) })).toMatchObject({
      status: 404,
      body: { code: "not_found" },
    })
    expect((await decrypt(undefined, { token: world.token })).status).toBe(403)
  })

  it.each([
    ["{}", 422],
    ['{"wallet_address":""}', 422],
    ['{"wallet_address":7}', 422],
    ['{"wallet_address":"x","more":1}', 422],
    ['{"wallet_address":"\\u0000"}', 422],
    ['{"wallet_address":"tsy1mistyped"}', 404],
    ['{"wallet_address":', 400],
    ["[]", 422],
  ])("answers %s with %s", async (body, status) =>
    expect((await decrypt(body)).status).toBe(status),
  )

  it("says why there is nothing to open", async () => {
    await world.symbolon.transactions.reverse({ transaction: id, idempotencyKey: "back" })
    expect(await decrypt()).toMatchObject({
      status: 409,
      body: { code: "conflict", details: { reason: "reversed" } },
    })
    const { transaction } = await world.symbolon.points.mint({
      organization: world.club.slug,
      amount: 5,
      idempotencyKey: "mint",
    })
    const to = { type: "wallet", value: world.ada.walletAddress } as const
    const moved = { wallet: transaction.body.to_address, to, amount: 1, idempotencyKey: "plain" }
    const plain = (await world.symbolon.wallets.transfer(moved)).transaction.body.id
    expect(await decrypt(undefined, { of: plain })).toMatchObject({
      status: 404,
      body: { message: expect.stringContaining("content") },
    })
  })
})

describe("fetching a content", () => {
  it("is refused alike without a key, with a wrong, a late or another transaction's one, and for no transaction", async () => {
    const other = await issue("other")
    const { access_key: accessKey } = (await decrypt()).body
    const refusals = [
      await fetchContent("sy_ak_guessed"),
      await fetchContent(world.userToken),
      await fetchContent(accessKey, other),
      await fetchContent(accessKey, "unknown"),
      await fetchContent("sy_ak_guessed", "unknown"),
    ]
    await world.symbolon.testClock?.moveTo(new Date("2026-11-21T10:15:00.000Z"))
    refusals.push(await fetchContent(accessKey))
    const seen = await Promise.all(
      refusals.map(async (reply) => [reply.status, ((await reply.json()) as Said).errors]),
    )
    expect(new Set(seen.map((each) => JSON.stringify(each))).size).toBe(1)
    expect(seen[0]?.[0]).toBe(401)
    const without = await fetchContent(undefined)
    expect([without.status, without.headers.get("www-authenticate")]).toEqual([
      401,
      'Bearer realm="symbolon"',
    ])
  })

  it("with keys that are not good is counted for the address, and a good one is taken all the same", async () => {
    const { access_key: accessKey } = (await decrypt()).body
    for (let n = 0; n < 40; n += 1) expect((await fetchContent(accessKey)).status).toBe(200)
    for (let n = 0; n < 30; n += 1) expect((await fetchContent(`sy_ak_${n}`)).status).toBe(401)
    expect((await fetchContent("sy_ak_more")).status).toBe(429)
    expect((await fetchContent(accessKey)).status).toBe(200)
  })

  it("leaves neither a key nor what it opened in the log", async () => {
    const { access_key: accessKey } = (await decrypt()).body
    await fetchContent(accessKey)
    await fetchContent("sy_ak_guessed")
    const text = lines.join("")
    expect(text).toContain('"/content/{transaction_id}"')
    for (const secret of [accessKey, "sy_ak_guessed", "QX-1177", id])
      expect(text).not.toContain(secret)
  })
})
