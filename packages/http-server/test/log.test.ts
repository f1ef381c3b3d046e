import { Writable } from "node:stream"
import { afterEach, describe, expect, it } from "vitest"
import { portsOf } from "@symbolon/core/effect"
import { addWebhook } from "../../core/test/fixtures/webhooks.ts"
import { openLog } from "../src/log.ts"
import { startTestServer, type TestServer } from "./fixtures/world.ts"

let world: TestServer
afterEach(() => world.close())

const capture = () => {
  const lines: string[] = []
  const to = new Writable({
    write: (chunk: Buffer, _encoding, done) => (lines.push(chunk.toString()), done()),
  })
  return {
    lines,
    parsed: () => lines.map((line) => JSON.parse(line) as Record<string, unknown>),
    log: openLog("trace", to),
  }
}

describe("the log", () => {
  it("has one line per request, with its id, method, route, status, time and client", async () => {
    const { log, parsed } = capture()
    world = await startTestServer({ logger: log })
    await world.call("GET", `/api/v1/organizations/${world.club.slug}?page=1`, undefined, {
      "x-request-id": "one",
    })
    await world.send("/health/ready")
    await world.send("/nowhere", { headers: { "x-request-id": "two" } })
    expect(parsed()).toMatchObject([
      {
        level: "info",
        request_id: "one",
        method: "GET",
        route: "/api/v1/organizations/{organization_slug}",
        status: 200,
        duration_ms: expect.any(Number),
        client: world.client.clientId,
        msg: "request",
      },
      { request_id: "two", route: null, status: 404, client: null },
    ])
  })

  it("hands the id of the request to the background work that it leads to", async () => {
    world = await startTestServer()
    const { symbolon, club, ada } = world
    const { storage, clock } = portsOf(symbolon)
    await addWebhook(symbolon, club.uuid)
    const tier = await symbolon.tiers.create({ organization: club.slug, name: "Friend" })
    const body = { user_uuid: ada.uuid, membership_tier_slug: tier.slug }
    const path = `/api/v1/organizations/${club.slug}/memberships`
    const answer = await world.call("POST", path, body, { "x-request-id": "joins" })
    expect(answer.status).toBe(201)
    const [job] = await storage.transact("write", (tx) =>
      tx.jobs.claim({
        queue: "webhooks",
        now: clock.now(),
        leaseUntil: clock.now(),
        limit: 9,
        perGroup: 9,
        organizationShare: Infinity,
        running: [],
      }),
    )
    expect(job).toMatchObject({ requestId: "joins", organizationUuid: club.uuid })
  })

  it("never holds a token, a secret, a password, a body or what stands in a path", async () => {
    const { log, lines } = capture()
    world = await startTestServer({ logger: log })
    const { clientId, clientSecret } = world.client
    const form = (fields: Record<string, string>) => ({
      method: "POST",
      body: new URLSearchParams({ grant_type: "client_credentials", ...fields }),
    })
    const token = (await (
      await world.send("/oauth2/token", form({ client_id: clientId, client_secret: clientSecret }))
    ).json()) as {
      access_token: string
    }
    await world.send(
      "/oauth2/token",
      form({ client_id: clientId, client_secret: "guessed-secret" }),
    )
    await world.send(`/oauth2/token?client_secret=${clientSecret}`, form({}))
    const basic = `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString("base64")}`
    await world.send("/oauth2/token", { ...form({}), headers: { authorization: basic } })
    const user = (await (await world.call("POST", "/console/v1/test/users", {})).json()) as {
      password: string
      wallet_address: string
    }
    const usersToken = (await (
      await world.call("POST", "/console/v1/test/tokens", { user_uuid: world.ada.uuid })
    ).json()) as {
      access_token: string
    }
    await world.call("POST", "/api/v1/organizations/harbour-club/membership-tiers", {
      name: "a-name-in-a-body",
    })
    await world.call(
      "POST",
      "/api/v1/organizations/harbour-club/membership-tiers",
      '{"name": "a-name-in-a-bad-body"',
    )
    await world.call("GET", `/api/v1/wallets/${user.wallet_address}/balance?secret=in-the-query`)
    await world.send("/api/v1/organizations", {
      headers: { authorization: "Bearer made-up-token" },
    })
    await world.send("/api/v1/wallets/unknown-wallet", {
      headers: { authorization: `Bearer ${usersToken.access_token}` },
    })
    const text = lines.join("")
    expect(lines.length).toBe(11)
    for (const secret of [
      token.access_token,
      world.token,
      usersToken.access_token,
      clientSecret,
      "guessed-secret",
      basic.slice(6),
      user.password,
      "a-name-in",
      "in-the-query",
      "made-up-token",
      user.wallet_address,
      "unknown-wallet",
    ])
      expect(text.includes(secret), secret).toBe(false)
  })

  it("tells of a fault of ours with its stack, which the reply never shows", async () => {
    const { log, parsed } = capture()
    world = await startTestServer({ logger: log })
    const broken = {
      ...world.symbolon,
      run: () => Promise.reject(new Error("the disk is full of eels")),
      oauth: {
        ...world.symbolon.oauth,
        issueClientToken: () => Promise.reject(new Error("eels again")),
      },
    }
    const { createHandler } = await import("../src/create-handler.ts")
    const handler = createHandler({ symbolon: broken, logger: log })
    const reply = await handler.fetch(
      new Request("http://x/api/v1/organizations", {
        headers: { authorization: `Bearer ${world.token}`, "x-request-id": "eel" },
      }),
    )
    const text = await reply.text()
    expect([
      reply.status,
      reply.headers.get("x-request-id"),
      reply.headers.get("ratelimit-policy"),
    ]).toEqual([500, "eel", "300;w=60"])
    expect(JSON.parse(text)).toEqual({
      code: "internal_error",
      details: null,
      message: expect.stringContaining("request id"),
      errors: { _root: expect.any(String) },
    })
    expect(text).not.toMatch(/eels|at .*\.ts/)
    expect(parsed().at(-1)).toMatchObject({
      level: "error",
      request_id: "eel",
      status: 500,
      error: "the disk is full of eels",
      stack: expect.stringContaining("log.test.ts"),
    })
    const token = await handler.fetch(
      new Request("http://x/oauth2/token", {
        method: "POST",
        body: new URLSearchParams({
          grant_type: "client_credentials",
          client_id: "a",
          client_secret: "b",
        }),
      }),
    )
    expect([token.status, ((await token.json()) as { error: string }).error]).toEqual([
      500,
      "server_error",
    ])
    expect(parsed().at(-1)).toMatchObject({ level: "error", error: "eels again" })
  })

  it("blacks out secrets should anything hand them in", async () => {
    const { log, lines } = capture()
    world = await startTestServer()
    log.info(
      { client_secret: "hush", request: { authorization: "hush", password: "hush" } },
      "oops",
    )
    expect(lines.join("")).not.toContain("hush")
  })
})
