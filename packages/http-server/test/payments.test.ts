import { createHmac } from "node:crypto"
import { afterEach, beforeEach, describe, expect, it } from "vitest"
import { portsOf } from "@symbolon/core/effect"
import { startTestServer, start, type TestServer } from "./fixtures/world.ts"

let world: TestServer
beforeEach(async () => {
  world = await startTestServer()
})
afterEach(() => world.close())

const console = (what: string) => `/console/v1/organizations/${world.club.slug}/${what}`

interface Said {
  readonly [name: string]: unknown
  readonly uuid: string
  readonly connection_uuid: string
  readonly secret: string
  readonly errors: Readonly<Record<string, string>>
  readonly items: readonly Said[]
}
const body = async (response: Response) => ({
  status: response.status,
  body: (await response.json()) as Said,
})

const connect = async () =>
  (await body(await world.call("POST", console("payment-connections"), { backend: "manual" }))).body

/** A checkout of Ada's for a tier of 1,500 pesos. */
const askAda = async (connectionUuid: string): Promise<string> => {
  const { ids, storage } = portsOf(world.symbolon)
  const tier = await world.symbolon.tiers.create({
    organization: world.club.slug,
    name: "Gold",
    priceCents: 150_000,
    paymentInterval: "monthly",
  })
  const uuid = ids.uuid()
  await storage.transact("write", (tx) =>
    tx.checkouts.add({
      uuid,
      purpose: "join",
      organizationUuid: world.club.uuid,
      userUuid: world.ada.uuid,
      tierUuid: tier.uuid,
      connectionUuid,
      backend: "manual",
      amountCents: 150_000,
      currency: "PHP",
      creditCents: 0,
      paymentInterval: "monthly",
      checkoutUrl: undefined,
      reference: undefined,
      paymentReference: undefined,
      status: "open",
      isApplied: false,
      createdAt: start,
      expiresAt: new Date(start.getTime() + 86_400_000),
      updatedAt: undefined,
    }),
  )
  return uuid
}
const statusOf = async (uuid: string) =>
  (await portsOf(world.symbolon).storage.transact("read", (tx) => tx.checkouts.find(uuid)))?.status

interface Sending {
  readonly secret: string
  readonly backend?: string
  readonly headers?: Readonly<Record<string, string>>
}

/** Sends a callback as docs/memberships.md promises that it may be sent. */
const send = async (
  connectionUuid: string,
  event: object | string,
  { secret, backend = "manual", headers }: Sending,
) => {
  const text = typeof event === "string" ? event : JSON.stringify(event)
  const response = await fetch(`${world.url}/webhooks/in/payments/${backend}/${connectionUuid}`, {
    method: "POST",
    headers: headers ?? {
      "x-payment-signature": `sha256=${createHmac("sha256", secret).update(text).digest("hex")}`,
    },
    body: text,
  })
  return { status: response.status, body: (await response.json()) as Said }
}
const paid = (checkoutUuid: string, change: object = {}) => ({
  event_id: "evt-1",
  type: "paid",
  checkout_uuid: checkoutUuid,
  amount_cents: 150_000,
  currency: "PHP",
  ...change,
})

describe("POST .../payment-connections", () => {
  it("connects the organization and tells the secret once", async () => {
    const response = await world.call("POST", console("payment-connections"), { backend: "manual" })
    expect(response.headers.get("cache-control")).toBe("no-store")
    const { status, body: made } = await body(response)
    expect(status).toBe(201)
    expect(made).toEqual({
      connection_uuid: expect.any(String),
      secret: expect.stringMatching(/^sy_ps_/),
      backend: "manual",
      callback_url: `http://symbolon.test/webhooks/in/payments/manual/${made.connection_uuid}`,
      created_at: start.toISOString(),
    })
    const list = await body(await world.call("GET", console("payment-connections")))
    const { secret, ...connection } = made
    expect(list).toMatchObject({ status: 200, body: { total_items: 1, items: [connection] } })
    expect(JSON.stringify(list)).not.toContain(secret)
  })

  it.each<readonly [string, object, string]>([
    ["no backend", {}, "backend"],
    ["a backend that is not configured", { backend: "stripe" }, "backend"],
    ["a secret where we make it", { backend: "manual", secret: "my very own secret" }, "secret"],
    ["a secret that is too short", { backend: "manual", secret: "short" }, "secret"],
    ["a field it does not have", { backend: "manual", name: "Till" }, "name"],
  ])("names what is wrong: %s", async (_, sent, field) => {
    const refused = await body(await world.call("POST", console("payment-connections"), sent))
    expect(refused).toMatchObject({ status: 422, body: { code: "validation_error" } })
    expect(Object.keys(refused.body.errors)).toEqual([field])
  })

  it("is removed: its callbacks find nobody", async () => {
    const { connection_uuid, secret } = await connect()
    const at = `${console("payment-connections")}/${connection_uuid}`
    expect(await body(await world.call("DELETE", at))).toMatchObject({
      status: 200,
      body: { connection_uuid, backend: "manual" },
    })
    expect((await world.call("DELETE", at)).status).toBe(404)
    expect(await send(connection_uuid, paid("c"), { secret })).toMatchObject({
      status: 404,
      body: { code: "not_found" },
    })
  })
})

describe("POST /webhooks/in/payments/{backend}/{connection_uuid}", () => {
  it("takes a signed callback in, once, and says no more than that", async () => {
    const { connection_uuid, secret } = await connect()
    const checkout = await askAda(connection_uuid)
    expect(await send(connection_uuid, paid(checkout), { secret })).toEqual({
      status: 200,
      body: { received: true },
    })
    expect(await statusOf(checkout)).toBe("paid")
    expect(await send(connection_uuid, paid(checkout), { secret })).toEqual({
      status: 200,
      body: { received: true },
    })
    const reversed = paid(checkout, { event_id: "evt-2", type: "reversed" })
    expect(await send(connection_uuid, reversed, { secret })).toEqual({
      status: 200,
      body: { received: true },
    })
    expect(await statusOf(checkout)).toBe("reversed")
  })

  it("is believed by its bytes alone, whatever its media type", async () => {
    const { connection_uuid, secret } = await connect()
    const checkout = await askAda(connection_uuid)
    const spaced = JSON.stringify(paid(checkout), undefined, 2)
    const signature = `sha256=${createHmac("sha256", secret).update(spaced).digest("hex")}`
    const headers = { "x-payment-signature": signature, "content-type": "application/octet-stream" }
    expect((await send(connection_uuid, spaced, { secret, headers })).status).toBe(200)
    expect(await statusOf(checkout)).toBe("paid")
  })

  it("answers 400 to what is not signed with the connection's secret, and changes nothing", async () => {
    const { connection_uuid } = await connect()
    const { secret: another } = await connect()
    const checkout = await askAda(connection_uuid)
    for (const sending of [
      { secret: another },
      { secret: "", headers: {} },
      { secret: "", headers: { "x-payment-signature": "sha256=0" } },
    ])
      expect(await send(connection_uuid, paid(checkout), sending)).toMatchObject({
        status: 400,
        body: {
          code: "bad_request",
          errors: { _root: expect.stringContaining("X-Payment-Signature") },
        },
      })
    expect(await statusOf(checkout)).toBe("open")
  })

  it("answers 400 to what is signed and cannot be read", async () => {
    const { connection_uuid, secret } = await connect()
    expect(await send(connection_uuid, "{", { secret })).toMatchObject({ status: 400 })
    expect(await send(connection_uuid, paid("c", { amount_cents: "1" }), { secret })).toMatchObject(
      {
        status: 400,
        body: { message: expect.stringContaining("amount_cents") },
      },
    )
  })

  it("answers 404 where the connection is not there or the backend is another", async () => {
    const { connection_uuid, secret } = await connect()
    for (const [uuid, backend] of [
      ["00000000-0000-7000-8000-000000000000", "manual"],
      [connection_uuid, "fake"],
      [connection_uuid, "nothing"],
    ] as const)
      expect(await send(uuid, paid("c"), { secret, backend })).toMatchObject({
        status: 404,
        body: { code: "not_found" },
      })
  })

  it("takes other methods for what they are", async () => {
    const { connection_uuid } = await connect()
    const response = await fetch(`${world.url}/webhooks/in/payments/manual/${connection_uuid}`)
    expect([response.status, response.headers.get("allow")]).toEqual([405, "OPTIONS, POST"])
  })

  it("refuses a body that is too large", async () => {
    const { connection_uuid, secret } = await connect()
    expect(await send(connection_uuid, "x".repeat(1_048_577), { secret })).toMatchObject({
      status: 413,
    })
  })

  it("works through fetch as well", async () => {
    const { connection_uuid, secret } = await connect()
    const checkout = await askAda(connection_uuid)
    const text = JSON.stringify(paid(checkout))
    const reply = await world.handler.fetch(
      new Request(`http://symbolon.test/webhooks/in/payments/manual/${connection_uuid}`, {
        method: "POST",
        headers: {
          "x-payment-signature": `sha256=${createHmac("sha256", secret).update(text).digest("hex")}`,
        },
        body: text,
      }),
    )
    expect([reply.status, await statusOf(checkout)]).toEqual([200, "paid"])
  })
})

describe("who sends callbacks that are not good", () => {
  it("is heard no more for a while; good ones are never counted", async () => {
    await world.close()
    world = await startTestServer({ limits: "on" })
    const { connection_uuid, secret } = await connect()
    for (let n = 0; n < 40; n += 1)
      expect(
        (await send(connection_uuid, paid("c", { event_id: `good-${n}` }), { secret })).status,
      ).toBe(200)
    const answers: number[] = []
    for (let n = 0; n < 32; n += 1)
      answers.push((await send(connection_uuid, paid("c"), { secret: "wrong" })).status)
    expect([new Set(answers.slice(0, 29)), answers.at(-1)]).toEqual([new Set([400]), 429])
    expect((await send(connection_uuid, paid("c"), { secret })).status).toBe(429)
    // A provider tells of all its connections from one address.
    const other = await connect()
    expect((await send(other.connection_uuid, paid("c"), { secret: other.secret })).status).toBe(
      200,
    )
    // Connections that are invented share one allowance, and use up nobody else's.
    const invented: number[] = []
    for (let n = 0; n < 32; n += 1)
      invented.push(
        (await send(`0198a6a0-0000-7000-8000-0000000000${10 + n}`, paid("c"), { secret })).status,
      )
    expect([new Set(invented.slice(0, 29)), invented.at(-1)]).toEqual([new Set([404]), 429])
    expect(
      (
        await send(other.connection_uuid, paid("c", { event_id: "later" }), {
          secret: other.secret,
        })
      ).status,
    ).toBe(200)
    await world.symbolon.testClock?.moveTo(new Date(start.getTime() + 61_000))
    expect((await send(connection_uuid, paid("c"), { secret })).status).toBe(200)
  })
})

describe("GET .../payment-events", () => {
  it("lists what waits for a person, until somebody has dealt with it", async () => {
    const { connection_uuid, secret } = await connect()
    const checkout = await askAda(connection_uuid)
    await send(connection_uuid, paid(checkout, { amount_cents: 1 }), { secret })
    await send(connection_uuid, paid("nothing", { event_id: "evt-2" }), { secret })
    const mismatched = {
      uuid: expect.any(String),
      connection_uuid,
      backend: "manual",
      event_id: "evt-1",
      type: "paid",
      reference: null,
      amount_cents: 1,
      currency: "PHP",
      outcome: "mismatched",
      reason: "amount",
      checkout: {
        uuid: checkout,
        purpose: "join",
        organization_uuid: world.club.uuid,
        user_uuid: world.ada.uuid,
        membership_tier_uuid: expect.any(String),
        amount_cents: 150_000,
        currency: "PHP",
        checkout_url: null,
        status: "open",
        expires_at: "2026-11-22T10:00:00.000Z",
        created_at: start.toISOString(),
      },
      created_at: start.toISOString(),
      settled_at: null,
      settled_by_user_uuid: null,
      note: null,
    }
    const unknown = {
      event_id: "evt-2",
      outcome: "unapplied",
      reason: "unknown_checkout",
      reference: "nothing",
      checkout: null,
    }
    const list = async (query = "") =>
      (await body(await world.call("GET", `${console("payment-events")}${query}`))).body.items
    expect(await list()).toMatchObject([mismatched, unknown])
    expect(await list("?outcome=mismatched")).toEqual([mismatched])
    expect(await list("?outcome=unapplied")).toMatchObject([unknown])
    const [first] = await list()
    const at = `${console("payment-events")}/${first?.uuid}/settle`
    const settled = { ...mismatched, settled_at: start.toISOString(), note: "given back" }
    expect(await body(await world.call("POST", at, { note: "given back" }))).toEqual({
      status: 200,
      body: settled,
    })
    expect(await body(await world.call("POST", at, {}))).toMatchObject({
      status: 409,
      body: { details: { reason: "already_settled" } },
    })
    expect(await list()).toMatchObject([unknown])
    expect(await list("?status=settled")).toEqual([settled])
  })

  it.each(["outcome=applied", "status=open", "sort_by=amount_cents"])(
    "refuses %s, by its name",
    async (query) => {
      const refused = await body(await world.call("GET", `${console("payment-events")}?${query}`))
      expect([refused.status, Object.keys(refused.body.errors)]).toEqual([
        422,
        [query.split("=")[0]],
      ])
    },
  )
})
