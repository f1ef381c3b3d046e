import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { bearer, type Client, clientCredentials, isApiError } from "../src/index.ts"
import { openRealServer, type RealServer } from "./real-server.ts"
import { failureOf } from "./server.ts"

let real: RealServer
let client: Client
let slug: string
let sessionSlug: string
let treasury: string
let ada: { readonly uuid: string; readonly wallet: string }

beforeAll(async () => {
  real = await openRealServer()
  ;({ client, slug } = real)
  const made = await client.console.test.createUser()
  ada = { uuid: made.uuid, wallet: made.wallet_address }
  treasury = (await client.wallets.list()).items[0]?.address ?? ""
})
afterAll(() => real.close())

describe("against the real server", () => {
  it("an organization, a tier, a member and what they may", async () => {
    expect(await client.organizations.get(slug)).toMatchObject({ slug, name: "Harbour Club" })
    const tier = await client.tiers.create(slug, {
      name: "Crew",
      payment_interval: "monthly",
      entitlements: { lounge: true },
    })
    const member = await client.memberships.add(slug, {
      user_uuid: ada.uuid,
      membership_tier_slug: tier.slug,
    })
    expect(member).toMatchObject({ status: "active", tier_slug: "crew", user: { uuid: ada.uuid } })
    expect(await client.entitlements.check(slug, ada.uuid, "lounge")).toMatchObject({
      granted: true,
    })
  })

  it("what is refused is an error with its code, its details and its request id", async () => {
    const twice = await failureOf(
      client.memberships.add(slug, { user_uuid: ada.uuid, membership_tier_slug: "crew" }),
    )
    expect(twice).toMatchObject({
      code: "conflict",
      status: 409,
      outcome: "refused",
      requestId: expect.any(String),
    })
    expect(isApiError(twice) && twice.details).toBeTruthy()
    expect(await failureOf(client.organizations.get("no-such-club"))).toMatchObject({
      code: "not_found",
      status: 404,
    })
    const unacceptable = await failureOf(client.tiers.create(slug, { name: "", price_cents: -1 }))
    expect(unacceptable).toMatchObject({
      code: "validation_error",
      errors: { name: expect.any(String), price_cents: expect.any(String) },
    })
    expect(
      await failureOf(real.connect({ auth: () => "not a token" }).organizations.get(slug)),
    ).toMatchObject({ code: "invalid_credentials" })
  })

  it("wrong credentials are an OAuth error", async () => {
    const auth = clientCredentials({ clientId: "nobody", clientSecret: "nothing" })
    expect(await failureOf(real.connect({ auth }).organizations.get(slug))).toMatchObject({
      code: "invalid_client",
      operation: "POST /oauth2/token",
    })
  })

  it("a list is walked page by page", async () => {
    for (let i = 0; i < 3; i++) await client.tiers.create(slug, { name: `Tier ${i}` })
    const names: string[] = []
    for await (const { name } of client.tiers.list(slug, { page_size: 2, sort_by: "name" }))
      names.push(name)
    expect(names).toEqual(["Crew", "Tier 0", "Tier 1", "Tier 2"])
    const { data, response } = await client.tiers.list(slug, { page_size: 2 }).withResponse()
    expect(data).toMatchObject({ total_items: 4, total_pages: 2, current_page: 1 })
    expect(response.rateLimit).toMatchObject({ limit: 300 })
  })

  it("points move once, though the answer to the first attempt was lost", async () => {
    await real.symbolon.points.setAllowance({ organization: slug, allowance: 1_000 })
    await client.console.points.mint(slug, { amount: 1_000, idempotency_key: "season" })
    expect(await client.console.points.getAllowance(slug)).toEqual({
      allowance: 1_000,
      issued: 1_000,
      available: 0,
    })
    let isLost = false
    const losing = real.connect({
      fetch: async (url, init) => {
        const response = await fetch(url, init)
        if (isLost || !url.endsWith("/transfer")) return response
        isLost = true
        throw new TypeError("the connection broke")
      },
    })
    const to = { type: "wallet", value: ada.wallet }
    const sent = await losing.wallets.transfer(treasury, { to, amount: 30, idempotency_key: "t-1" })
    expect(isLost).toBe(true)
    expect(sent).toMatchObject({ amount: 30, to_address: ada.wallet, status: "confirmed" })
    const { access_token } = await client.console.test.createToken({ user_uuid: ada.uuid })
    const hers = real.connect({ auth: bearer(access_token) })
    expect(await hers.wallets.balance(ada.wallet)).toEqual({ balance: 30 })
    expect(await hers.wallets.listTransactions(ada.wallet).toArray()).toHaveLength(1)
    expect(
      await failureOf(
        client.wallets.transfer(treasury, { to, amount: 31, idempotency_key: "t-1" }),
      ),
    ).toMatchObject({
      code: "idempotency_conflict",
    })
  })

  it("a door: the manifest as it was signed, and admissions one by one or together", async () => {
    const activity = await client.activities.create(slug, {
      name: "Sailing week",
      description: null,
    })
    const session = await client.sessions.create(activity.slug, {
      name: "Members evening",
      start_time: "2026-11-21T09:00:00.000Z",
      end_time: "2026-11-21T23:00:00.000Z",
      required_entitlement: "member",
    })
    sessionSlug = session.slug
    const text = await client.sessions.checkinManifestText(sessionSlug)
    expect(JSON.parse(text)).toEqual(await client.sessions.checkinManifest(sessionSlug))
    expect((await client.sessions.checkinTrustKeys(sessionSlug)).keys).not.toHaveLength(0)

    const identifier = { type: "user_id", value: ada.uuid }
    const first = await client.sessions.admit(sessionSlug, { identifier, idempotency_key: "a-1" })
    expect(first).toMatchObject({ decision: "admitted", replayed: false })
    const { results } = await client.sessions.admit(sessionSlug, {
      admissions: [
        { identifier, idempotency_key: "a-1" },
        { identifier, idempotency_key: "a-2" },
        { identifier: { type: "card", value: "NONE" }, idempotency_key: "a-3" },
      ],
    })
    expect(results).toMatchObject([
      { decision: "admitted", replayed: true },
      { decision: "blocked", blocked_reason: "already_admitted" },
      { error: { code: "identifier_unresolved" } },
    ])
  })

  it("a token that ends on the test clock is renewed by the way", async () => {
    const before = await client.console.test.getClock()
    await client.console.test.setClock({ advance_ms: 2 * 3_600_000 })
    const after = await client.console.test.getClock()
    expect(Date.parse(after.now) - Date.parse(before.now)).toBe(2 * 3_600_000)
  })

  it("without a port: the handler's own fetch", async () => {
    const inside = real.connect({
      fetch: (url, init) => real.handler.fetch(new Request(url, init)),
    })
    expect(await inside.organizations.get(slug)).toMatchObject({ slug })
    expect(await inside.ledger.keys()).toMatchObject({ keys: expect.any(Array) })
    expect((await inside.oauth.scopes()).scopes.length).toBeGreaterThan(5)
  })
})
