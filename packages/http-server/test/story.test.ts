import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { readBody } from "./fixtures/read.ts"
import { startTestServer, type TestServer } from "./fixtures/world.ts"

let world: TestServer
beforeAll(async () => {
  world = await startTestServer()
})
afterAll(() => world.close())

describe("the story over HTTP", () => {
  it("tells it from the organization to the ledger", async () => {
    const { call, club, ada } = world
    const organization = `/api/v1/organizations/${club.slug}`
    expect(await readBody(await call("GET", organization), 200)).toMatchObject({
      uuid: club.uuid,
      owner_uuid: world.owner.uuid,
    })
    expect(await readBody(await call("GET", "/api/v1/organizations"), 200)).toMatchObject({
      total_items: 1,
      total_pages: 1,
      current_page: 1,
    })

    const tier = await readBody(
      await call("POST", `${organization}/membership-tiers`, {
        name: "Friend",
        entitlements: { lounge: true },
      }),
      201,
    )
    expect(tier).toMatchObject({
      slug: "friend",
      price_cents: 0,
      currency: "PHP",
      payment_interval: "one_time",
    })
    const member = await readBody(
      await call("POST", `${organization}/memberships`, {
        user_uuid: ada.uuid,
        membership_tier_slug: tier.slug,
      }),
      201,
    )
    expect(member).toMatchObject({
      status: "active",
      user: { username: "ada" },
      tier_slug: "friend",
    })
    expect(
      await readBody(
        await call("POST", `${organization}/memberships`, {
          user_uuid: ada.uuid,
          membership_tier_slug: tier.slug,
        }),
        409,
      ),
    ).toMatchObject({
      code: "conflict",
      details: { reason: "already_member" },
    })
    expect(
      (await readBody(await call("GET", `${organization}/memberships?status=active`), 200)).items,
    ).toHaveLength(1)
    expect(
      await readBody(
        await call("GET", `${organization}/memberships/${ada.uuid}/entitlements`),
        200,
      ),
    ).toMatchObject({
      has_membership: true,
      entitlements: { member: true, lounge: true },
    })
    expect(
      await readBody(await call("GET", `${organization}/members/${ada.uuid}/entitlements`), 200),
    ).toMatchObject({ is_member: true })
    for (const kind of ["members", "memberships"])
      expect(
        await readBody(
          await call("GET", `${organization}/${kind}/${ada.uuid}/entitlements/pool`),
          200,
        ),
      ).toMatchObject({
        granted: false,
        reason: "not_granted",
      })

    const activity = await readBody(
      await call("POST", `${organization}/activities`, {
        name: "Sailing",
        description: null,
        required_entitlement: "member",
      }),
      201,
    )
    const times = { start_time: "2026-11-21T09:00:00Z", end_time: "2026-11-21T18:00:00+00:00" }
    const session = await readBody(
      await call("POST", `/api/v1/activities/${activity.slug}/sessions`, {
        name: "Evening",
        ...times,
      }),
      201,
    )
    expect(session).toMatchObject({
      required_entitlement: "member",
      start_time: "2026-11-21T09:00:00.000Z",
      sequence_number: 1,
    })
    for (const path of [
      `${organization}/activities`,
      `/api/v1/activities/${activity.uuid}/sessions`,
    ])
      expect((await readBody(await call("GET", path), 200)).total_items).toBe(1)
    for (const path of [
      `activities/${activity.slug}`,
      `sessions/${session.slug}`,
      `sessions/${session.uuid}`,
    ])
      await readBody(await call("GET", `/api/v1/${path}`), 200)

    const door = `/api/v1/sessions/${session.slug}`
    const manifest = await call("GET", `${door}/checkin-manifest`)
    const etag = manifest.headers.get("etag") ?? ""
    expect(await readBody(manifest, 200)).toMatchObject({
      payload: { type: "checkin_manifest", roster_kind: "members" },
      delta_cursor: expect.any(String),
    })
    const again = await call("GET", `${door}/checkin-manifest`, undefined, {
      "if-none-match": etag,
    })
    expect([again.status, await again.text(), again.headers.get("etag")]).toEqual([304, "", etag])
    expect(
      (await readBody(await call("GET", `${door}/checkin-manifest/trust-keys`), 200)).keys[0],
    ).toMatchObject({
      algorithm: "Ed25519",
      status: "active",
    })

    const tap = { identifier: { type: "username", value: "ada" }, idempotency_key: "tap-1" }
    expect(await readBody(await call("POST", `${door}/admit`, tap), 200)).toMatchObject({
      decision: "admitted",
      replayed: false,
    })
    expect(await readBody(await call("POST", `${door}/admit`, tap), 200)).toMatchObject({
      replayed: true,
    })
    expect(
      await readBody(
        await call("POST", `${door}/admit`, {
          ...tap,
          identifier: { type: "username", value: "nobody" },
        }),
        404,
      ),
    ).toMatchObject({ code: "identifier_unresolved" })
    const many = await readBody(
      await call("POST", `${door}/admit`, {
        admissions: [
          tap,
          { ...tap, identifier: { type: "user_id", value: world.owner.uuid } },
          { ...tap, idempotency_key: "tap-2" },
        ],
      }),
      200,
    )
    expect(many.results).toMatchObject([
      { replayed: true },
      { error: { code: "idempotency_conflict" } },
      { decision: "blocked", blocked_reason: "already_admitted" },
    ])

    const treasury = (await readBody(await call("GET", "/api/v1/wallets"), 200)).items[0] ?? {
      address: "",
    }
    const minted = await call("POST", `/console/v1/organizations/${club.slug}/points`, {
      amount: 1000,
      idempotency_key: "mint",
    })
    expect(await readBody(minted, 201)).toMatchObject({ amount: 1000, transaction_type: "mint" })
    const transfer = {
      to: { type: "username", value: "ada" },
      amount: 30,
      idempotency_key: "t-1",
      tags: ["hello"],
    }
    const sent = await readBody(
      await call("POST", `/api/v1/wallets/${treasury.address}/transfer`, transfer),
      201,
    )
    const replay = await call("POST", `/api/v1/wallets/${treasury.address}/transfer`, transfer)
    expect(replay.headers.get("idempotent-replayed")).toBe("true")
    expect(await readBody(replay, 200)).toEqual(sent)
    expect(
      await readBody(
        await call("POST", `/api/v1/wallets/${treasury.address}/transfer`, {
          ...transfer,
          amount: 31,
        }),
        409,
      ),
    ).toMatchObject({
      code: "idempotency_conflict",
    })
    expect(
      await readBody(
        await call("POST", `/api/v1/wallets/${treasury.address}/transfer`, {
          ...transfer,
          amount: 5000,
          idempotency_key: "t-2",
        }),
        409,
      ),
    ).toMatchObject({ details: { reason: "insufficient_balance", available: 970 } })
    expect(
      await readBody(await call("GET", `/api/v1/wallets/${treasury.address}/balance`), 200),
    ).toEqual({ balance: 970 })
    await readBody(await call("GET", `/api/v1/wallets/${treasury.address}`), 200)
    expect(
      (await readBody(await call("GET", `/api/v1/wallets/${treasury.address}/transactions`), 200))
        .total_items,
    ).toBe(2)
    expect(await readBody(await call("GET", `/api/v1/transactions/${sent.id}`), 200)).toEqual(sent)
    expect(await readBody(await world.send("/api/v1/ledger/keys"), 200)).toMatchObject({
      v: 1,
      network: "test",
    })
  })

  it("founds an organization for oneself only", async () => {
    const headers = {
      authorization: `Bearer ${world.userToken}`,
      "content-type": "application/json",
    }
    const found = (owner_uuid: string) =>
      world.send("/api/v1/organizations", {
        method: "POST",
        headers,
        body: JSON.stringify({ name: "Quay", owner_uuid }),
      })
    await readBody(await found(world.ada.uuid), 201)
    expect(await readBody(await found(world.owner.uuid), 403)).toMatchObject({
      code: "forbidden_not_authorized",
    })
  })
})

describe("the test console", () => {
  it("tells and moves the clock, makes users, tokens and organizations", async () => {
    const { call } = world
    expect(await readBody(await call("GET", "/console/v1/test/clock"), 200)).toEqual({
      now: "2026-11-21T10:00:00.000Z",
    })
    expect(
      await readBody(await call("POST", "/console/v1/test/clock", { advance_ms: 60_000 }), 200),
    ).toEqual({
      now: "2026-11-21T10:01:00.000Z",
    })
    expect(
      await readBody(
        await call("POST", "/console/v1/test/clock", { now: "2026-11-21T10:00:00.000Z" }),
        400,
      ),
    ).toMatchObject({
      code: "bad_request",
    })
    await readBody(
      await call("POST", "/console/v1/test/clock", {
        now: "2026-11-21T10:00:30.000Z",
        force: true,
      }),
      200,
    )
    expect(
      await readBody(
        await call("POST", "/console/v1/test/clock", {
          now: "2026-11-21T10:00:00Z",
          advance_ms: 1,
        }),
        422,
      ),
    ).toMatchObject({
      errors: { now: "send exactly one of now and advance_ms" },
    })
    const user = await readBody(await call("POST", "/console/v1/test/users", {}), 201)
    const token = await readBody(
      await call("POST", "/console/v1/test/tokens", { user_uuid: user.uuid }),
      200,
    )
    const own = await world.send("/api/v1/wallets", {
      headers: { authorization: `Bearer ${token.access_token}` },
    })
    expect((await readBody(own, 200)).items).toMatchObject([{ address: user.wallet_address }])
    expect(
      await readBody(
        await call("POST", "/console/v1/test/organizations", {
          name: "Another",
          owner_uuid: user.uuid,
        }),
        201,
      ),
    ).toMatchObject({ slug: "another" })
    await readBody(await call("POST", "/console/v1/test/tokens", { user_uuid: "nobody" }), 404)
  })

  it("answers the bootstrap client alone: no user, also for their organization, and no weaker app", async () => {
    const { symbolon, club, owner } = world
    const appToken = async (serviceRole: "manager" | "owner", isFirstParty: boolean) => {
      const { client, clientSecret } = await symbolon.apps.create({
        organization: club.slug,
        name: "Another app",
        clientType: "confidential",
        grantTypes: ["client_credentials"],
        redirectUris: [],
        scopes: [],
        serviceRole,
        isFirstParty,
      })
      const credentials = { clientId: client.clientId, clientSecret }
      const issued = await symbolon.oauth.issueClientToken({
        client: credentials,
        scope: undefined,
      })
      return issued.accessToken
    }
    const { user: staff } = await symbolon.users.create({
      username: "service-staff",
      firstName: "Sid",
      accountType: "service",
    })
    const strangers = [
      world.userToken,
      await world.tokenFor([]),
      await world.tokenFor([], { userUuid: staff.uuid }),
      await world.tokenFor([], { organization: club.uuid }),
      await appToken("manager", true),
      await appToken("owner", false),
    ]
    const body = { name: "Theirs", owner_uuid: owner.uuid, user_uuid: owner.uuid, advance_ms: 1 }
    for (const token of strangers)
      for (const [method, path, fields] of [
        ["GET", "clock", []],
        ["POST", "clock", ["advance_ms"]],
        ["POST", "users", []],
        ["POST", "tokens", ["user_uuid"]],
        ["POST", "organizations", ["name", "owner_uuid"]],
      ] as const) {
        const sent = Object.entries(body).filter(([name]) => fields.some((each) => each === name))
        const reply = await world.call(
          method,
          `/console/v1/test/${path}`,
          method === "GET" ? undefined : Object.fromEntries(sent),
          { authorization: `Bearer ${token}` },
        )
        expect(await readBody(reply, 403)).toMatchObject({ code: "forbidden" })
      }
  })
})
