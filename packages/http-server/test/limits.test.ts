import * as fc from "fast-check"
import { afterEach, describe, expect, it } from "vitest"
import { allEndpoints } from "../src/endpoints.ts"
import { limitsOf } from "../src/limits.ts"
import { templateOf } from "../src/route.ts"
import { readBody } from "./fixtures/read.ts"
import { startTestServer, type TestServer } from "./fixtures/world.ts"

let world: TestServer
afterEach(() => world.close())

const names = ["limit", "remaining", "reset", "policy"] as const
const limitsIn = (reply: Response) => {
  const replyBody = Object.fromEntries(
    names.map((name) => [name, reply.headers.get(`ratelimit-${name}`)]),
  )
  expect(
    Object.fromEntries(names.map((name) => [name, reply.headers.get(`x-ratelimit-${name}`)])),
  ).toEqual(replyBody)
  return `${replyBody["remaining"]}/${replyBody["policy"]} ${replyBody["reset"]}`
}
const later = (ms: number) =>
  world.symbolon.testClock?.moveTo(new Date(world.symbolon.clock.now().getTime() + ms))

describe("limits over HTTP", () => {
  it("tells of the allowance on every reply, whatever became of the request", async () => {
    world = await startTestServer({ limits: "on" })
    const { call, send, club } = world
    const organization = `/api/v1/organizations/${club.slug}`
    expect(limitsIn(await call("GET", "/api/v1/organizations"))).toBe("299/300;w=60 60")
    expect(limitsIn(await call("GET", "/api/v1/organizations/none"))).toBe("298/300;w=60 60")
    expect(limitsIn(await call("HEAD", "/api/v1/organizations"))).toBe("297/300;w=60 60")
    expect(limitsIn(await call("GET", "/api/v1/organizations?page=0"))).toBe("296/300;w=60 60")
    expect(
      limitsIn(await call("POST", `${organization}/membership-tiers`, { name: "Friend" })),
    ).toBe("59/60;w=60 60")
    expect(limitsIn(await call("POST", `${organization}/membership-tiers`, "{"))).toBe(
      "58/60;w=60 60",
    )
    expect(limitsIn(await call("POST", "/api/v1/organizations", {}))).toBe("57/60;w=60 60")
    expect(limitsIn(await call("POST", "/api/v1/sessions/none/admit", {}))).toBe("19/20;w=60 60")
    // Both are taken, and the tighter is told of.
    expect(limitsIn(await call("GET", "/api/v1/sessions/none/checkin-manifest"))).toBe(
      "18/20;w=60 60",
    )
    expect(limitsIn(await call("GET", organization))).toBe("294/300;w=60 60")
    expect(limitsIn(await send("/api/v1/organizations"))).toBe("29/30;w=60 60")
    expect(
      limitsIn(await send("/api/v1/organizations", { headers: { authorization: "Bearer x" } })),
    ).toBe("28/30;w=60 60")
    expect(limitsIn(await send("/nowhere"))).toBe("29/30;w=60 60")
    expect(limitsIn(await send("/elsewhere"))).toBe("28/30;w=60 60")
    expect(limitsIn(await send("/api/v1/organizations", { method: "DELETE" }))).toBe(
      "27/30;w=60 60",
    )
    expect(limitsIn(await send("/api/v1/organizations/%zz"))).toBe("27/30;w=60 60")
    expect(limitsIn(await send("/docs"))).toBe("29/30;w=60 60")
    expect(limitsIn(await send("/webhooks/in/channel", { method: "POST" }))).toBe("30/30;w=60 0")
    expect(limitsIn(await call("GET", "/console/v1/test/clock"))).toBe("294/300;w=60 60")
    expect(limitsIn(await call("POST", "/console/v1/test/users", {}))).toBe("57/60;w=60 60")
    expect(
      limitsIn(
        await send("/oauth2/token", {
          method: "POST",
          headers: { "content-type": "text/plain" },
          body: "x",
        }),
      ),
    ).toBe("19/20;w=60 60")
    expect((await send("/health/live")).headers.get("ratelimit-limit")).toBeNull()
  })

  it("counts what no endpoint takes for its token, where that is good, and every unknown path as one", async () => {
    world = await startTestServer({ limits: "on" })
    const { call, send } = world
    expect(limitsIn(await call("GET", "/api/v1/nowhere"))).toBe("299/300;w=60 60")
    expect(limitsIn(await call("OPTIONS", "/api/v1/organizations"))).toBe("298/300;w=60 60")
    expect(limitsIn(await call("OPTIONS", "/api/v1/nowhere"))).toBe("297/300;w=60 60")
    expect(limitsIn(await call("GET", "/api/v1/organizations/%zz"))).toBe("296/300;w=60 60")
    expect(limitsIn(await call("GET", "/api/v1/organizations"))).toBe("295/300;w=60 60")
    expect(limitsIn(await call("PATCH", "/api/v1/organizations"))).toBe("59/60;w=60 60")
    const doubtful = (path: string) => send(path, { headers: { authorization: "Bearer bad" } })
    for (let n = 1; n <= 15; n += 1) {
      expect(limitsIn(await doubtful(`/api/v1/nowhere/${n}`))).toBe(`${31 - 2 * n}/30;w=60 60`)
      expect(limitsIn(await send(`/invented-${n}`))).toBe(`${30 - 2 * n}/30;w=60 60`)
    }
    for (const path of ["/api/v1/yet/another", "/%zz"]) expect((await send(path)).status).toBe(429)
    expect((await call("GET", "/api/v1/nowhere")).status).toBe(404)
  })

  it("slides: a unit comes back a minute after it was spent, no sooner", async () => {
    world = await startTestServer({ limits: "on" })
    const admit = () => world.call("POST", "/api/v1/sessions/none/admit", {})
    for (let spent = 1; spent <= 10; spent += 1) expect((await admit()).status).toBe(422)
    await later(30_000)
    for (let spent = 1; spent <= 10; spent += 1) expect((await admit()).status).toBe(422)
    const refused = await admit()
    expect([refused.headers.get("retry-after"), limitsIn(refused)]).toEqual(["30", "0/20;w=60 30"])
    expect(await readBody(refused, 429)).toMatchObject({
      code: "rate_limit_exceeded",
      details: { retry_after_seconds: 30 },
    })
    await later(29_999)
    expect((await admit()).status).toBe(429)
    await later(1)
    // Ten came back, the ten of the middle of the minute are still out.
    expect(limitsIn(await admit())).toBe("9/20;w=60 30")
  })

  it("keys a bucket on user and app together", async () => {
    world = await startTestServer({ limits: "on" })
    const as = (token: string) =>
      world.send("/api/v1/organizations", { headers: { authorization: `Bearer ${token}` } })
    const left = async (token: string) => limitsIn(await as(token)).split("/")[0]
    expect([await left(world.token), await left(world.token)]).toEqual(["299", "298"])
    expect(await left(world.userToken)).toBe("299")
    // Another token of the same user and app is the same allowance.
    expect(
      await left(await world.tokenFor(["organization:read"], { userUuid: world.ada.uuid })),
    ).toBe("298")
    expect(await left(await world.tokenFor(["organization:read"]))).toBe("299")
  })

  it("counts strangers by address and path, also those with a bad token", async () => {
    world = await startTestServer({ limits: "on", trustedProxies: ["127.0.0.0/8"] })
    const from = (ip: string, path = "/api/v1/organizations/a", authorization = "Bearer bad") =>
      world.send(path, { headers: { authorization, "x-forwarded-for": ip } })
    for (let spent = 1; spent <= 30; spent += 1)
      expect((await from("192.0.2.1", `/api/v1/organizations/${spent}`)).status).toBe(401)
    expect((await from("192.0.2.1")).status).toBe(429)
    expect((await from("192.0.2.1", "/api/v1/organizations")).status).toBe(401)
    expect((await from("192.0.2.2")).status).toBe(401)
    // A good token does not care who else shares its address.
    expect(
      (await from("192.0.2.1", `/api/v1/organizations/${world.club.slug}`, `Bearer ${world.token}`))
        .status,
    ).toBe(200)
    for (let spent = 1; spent <= 30; spent += 1)
      expect((await from(`2001:db8:1:2::${spent}`)).status).toBe(401)
    expect((await from("2001:db8:1:2:ffff::1")).status).toBe(429)
    expect((await from("2001:db8:1:3::1")).status).toBe(401)
  })

  it("believes nobody's X-Forwarded-For unless told to", async () => {
    world = await startTestServer({ limits: "on" })
    for (let spent = 1; spent <= 30; spent += 1)
      await world.send("/api/v1/organizations", {
        headers: { "x-forwarded-for": `192.0.2.${spent}` },
      })
    expect(
      (
        await world.send("/api/v1/organizations", {
          headers: { "x-forwarded-for": "198.51.100.1" },
        })
      ).status,
    ).toBe(429)
  })

  it("counts nothing when switched off, and still tells of the allowance", async () => {
    world = await startTestServer({ limits: "off" })
    for (let spent = 1; spent <= 25; spent += 1)
      expect((await world.call("POST", "/api/v1/sessions/none/admit", {})).status).toBe(422)
    expect(limitsIn(await world.call("POST", "/api/v1/sessions/none/admit", {}))).toBe(
      "20/20;w=60 0",
    )
  })

  it("counts in this process when the store fails, but refuses what would authenticate", async () => {
    world = await startTestServer({
      limits: "on",
      rateLimitStore: { take: () => Promise.reject(new Error("gone")) },
    })
    for (const left of [299, 298]) {
      const reply = await world.call("GET", "/api/v1/organizations")
      expect([reply.status, limitsIn(reply)]).toEqual([200, `${left}/300;w=60 60`])
    }
    const token = await world.send("/oauth2/token", {
      method: "POST",
      body: new URLSearchParams({ grant_type: "client_credentials" }),
    })
    expect([
      token.status,
      token.headers.get("retry-after"),
      ((await token.json()) as { error: string }).error,
    ]).toEqual([503, "5", "temporarily_unavailable"])
  })

  it("never lets more through than the allowance in any minute, and never less, whenever they come", async () => {
    world = await startTestServer({ limits: "on" })
    const burst = fc.record({
      gapMs: fc.integer({ min: 0, max: 20_000 }),
      many: fc.integer({ min: 1, max: 12 }),
    })
    const property = fc.asyncProperty(
      fc.array(burst, { minLength: 1, maxLength: 15 }),
      async (bursts) => {
        const passed: number[] = []
        for (const { gapMs, many } of bursts) {
          await later(gapMs)
          const now = world.symbolon.clock.now().getTime()
          const replies = await Promise.all(
            Array.from({ length: many }, () => world.send("/api/v1/ledger/keys")),
          )
          passed.push(...replies.filter(({ status }) => status === 200).map(() => now))
          const within = passed.filter((at) => at > now - 60_000).length
          const wasRefused = replies.some(({ status }) => status === 429)
          expect(wasRefused ? within === 30 : within <= 30, `${within} passed`).toBe(true)
        }
        await later(60_000)
      },
    )
    await fc.assert(property, { numRuns: 25 })
  })
})

describe("limits of the contract", () => {
  const caller = {
    kind: "client",
    clientId: "c",
    organizationUuid: "o",
    serviceRole: undefined,
    scopes: new Set<string>(),
    sid: "s",
    isFirstParty: true,
  } as const
  const spelled = (endpoint: (typeof allEndpoints)[number]) =>
    limitsOf(endpoint)
      .calls({
        ip: "192.0.2.1",
        caller: endpoint.access === undefined ? undefined : caller,
        clientId: "app",
      })
      .map(({ key, limit, windowMs, cost }) => `${key} ${cost} of ${limit}/${windowMs / 1000}`)

  const bucketsOf: Readonly<Record<string, string>> = {
    read: "read:u:-:c:c 1 of 300/60",
    write: "write:u:-:c:c 1 of 60/60",
    expensive: "expensive:u:-:c:c 1 of 20/60",
  }

  it("are read off every endpoint", async () => {
    world = await startTestServer()
    expect(allEndpoints.length).toBeGreaterThan(30)
    for (const endpoint of allEndpoints) {
      const { bucket, access, limits = [], name } = endpoint
      if (limits.length > 0) continue
      const unauthenticated = [`unauthenticated:ip:192.0.2.1:p:${templateOf(endpoint)} 1 of 30/60`]
      const own = bucket.split("+").flatMap((name) => bucketsOf[name] ?? [])
      expect({ name, takes: spelled(endpoint) }).toEqual({
        name,
        takes: access === undefined ? unauthenticated : own,
      })
    }
  })

  it("charge the expensive routes", async () => {
    world = await startTestServer()
    const of = (name: string) => allEndpoints.find((endpoint) => endpoint.name === name)?.bucket
    expect([of("sessions.admit"), of("sessions.checkinManifest")]).toEqual([
      "expensive",
      "read+expensive",
    ])
    expect(
      allEndpoints.filter(
        ({ method, bucket, limits }) =>
          limits === undefined &&
          method === "GET" &&
          !bucket.startsWith("read") &&
          bucket !== "none",
      ),
    ).toEqual([])
  })

  it("of the token endpoint are keyed on client and address, and on the address for failures", async () => {
    world = await startTestServer()
    const token = allEndpoints.find(({ name }) => name === "oauth.token")
    if (token === undefined) throw new Error("no token endpoint")
    expect(spelled(token)).toEqual(["token:c:app:ip:192.0.2.1 1 of 20/60"])
    expect(
      limitsOf(token)
        .failures?.({ ip: "192.0.2.1", caller: undefined })
        .map(({ key, limit }) => `${key} ${limit}`),
    ).toEqual(["token-failed-auth:ip:192.0.2.1 5"])
  })
})
