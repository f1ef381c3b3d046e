import { describe, expect, it, vi } from "vitest"
import { consoleOperations, operations } from "../src/generated/operations.ts"
import { toRequest } from "../src/operation.ts"
import { failureOf, clientWithoutBackoff, serve } from "./server.ts"

const body = { status: 200, body: { ok: true } } as const

it("every operation is a method", () => {
  type Nouns = Readonly<Record<string, Readonly<Record<string, unknown>>>>
  const client = clientWithoutBackoff("http://symbolon.test") as unknown as Nouns & {
    readonly console: Nouns
  }
  const count = (nouns: Nouns, table: Nouns): number => {
    const methods = Object.entries(table).flatMap(([noun, of]) =>
      Object.keys(of).map((name) => [noun, name] as const),
    )
    for (const [noun, name] of methods) expect(typeof nouns[noun]?.[name]).toBe("function")
    return methods.length
  }
  expect(count(client, operations)).toBeGreaterThan(30)
  expect(count(client.console, consoleOperations)).toBeGreaterThan(30)
})

it.each(["members.example", "localhost:8080", "ftp://members.example", ""])(
  "%j is no base URL",
  (baseUrl) => {
    expect(() => clientWithoutBackoff(baseUrl)).toThrow(TypeError)
  },
)

it.each([
  ["https://members.example/api/v1", '"https://members.example"'],
  ["https://members.example/club/api/v1/", '"https://members.example/club"'],
  ["https://members.example/oauth2", '"https://members.example"'],
  ["https://members.example/console/v1", '"https://members.example"'],
])("%s says which base URL was meant", (baseUrl, meant) => {
  expect(() => clientWithoutBackoff(baseUrl)).toThrow(
    expect.objectContaining({
      name: "TypeError",
      message: expect.stringContaining(`Use ${meant}`),
    }),
  )
})

it.each(["https://ada:F_I7puj@members.example", { secret: "F_I7puj" }])(
  "a base URL with a password or of another type is refused, and not repeated",
  (baseUrl) => {
    const make = () => clientWithoutBackoff(baseUrl as string)
    expect(make).toThrow(TypeError)
    expect(make).not.toThrow(/F_I7puj/)
  },
)

it.each(["https://members.example/?a=1", "https://members.example/#a"])(
  "%s is no base URL",
  (baseUrl) => {
    expect(() => clientWithoutBackoff(baseUrl)).toThrow("no query and no fragment")
  },
)

describe("headers of the caller's", () => {
  it("travel with every request, those of a call win, and the client's own stay", async () => {
    await using server = await serve([body])
    const client = clientWithoutBackoff(server.baseUrl, {
      headers: { "X-Tenant": "a", "x-request-id": "all" },
    })
    await client.organizations.get("club", { headers: { "X-Request-Id": "one" } })
    await client.request(
      { method: "POST", path: "/api/v1/new", body: {}, kind: "read" },
      { headers: { "x-more": "b", "Content-Type": "text/plain" } },
    )
    expect(server.seen[0]?.headers).toMatchObject({
      "x-tenant": "a",
      "x-request-id": "one",
      accept: "application/json",
    })
    expect(server.seen[1]?.headers).toMatchObject({
      "x-tenant": "a",
      "x-request-id": "all",
      "x-more": "b",
      "content-type": "application/json",
    })
  })
  it("never carry a token", async () => {
    expect(() =>
      clientWithoutBackoff("http://127.0.0.1:1", { headers: { Authorization: "Bearer x" } }),
    ).toThrow("to the client instead")
    expect(
      await failureOf(
        clientWithoutBackoff("http://127.0.0.1:1").organizations.get("club", {
          headers: { authorization: "Bearer x" },
        }),
      ),
    ).toBeInstanceOf(TypeError)
  })
})

it("asks about baseUrl when an answer is not of this API", async () => {
  await using server = await serve([{ status: 404, body: "<h1>Not found</h1>" }])
  expect(
    await failureOf(clientWithoutBackoff(server.baseUrl).organizations.get("club")),
  ).toMatchObject({
    code: "unexpected_response",
    message: expect.stringContaining("is baseUrl the address of a Symbolon service?"),
  })
})

it("names baseUrl when nobody answers there, and when another service does", async () => {
  const client = clientWithoutBackoff("http://127.0.0.1:9/members", { retry: false })
  expect(await failureOf(client.organizations.get("club"))).toMatchObject({
    code: "connection_failed",
    message: expect.stringMatching(
      /^(Could not connect to|The connection to) http:\/\/127\.0\.0\.1:9\/members/,
    ),
  })
  await using server = await serve([{ status: 404, body: "<h1>Not found</h1>" }])
  const baseUrl = `${server.baseUrl}/wrong`
  expect(await failureOf(clientWithoutBackoff(baseUrl).organizations.get("club"))).toMatchObject({
    message: expect.stringContaining(`It is ${baseUrl}`),
  })
  await using page = await serve([
    { status: 200, headers: { "content-type": "text/html" }, body: "<h1>Hello</h1>" },
  ])
  expect(
    await failureOf(clientWithoutBackoff(page.baseUrl).sessions.checkinManifestText("gate")),
  ).toMatchObject({
    code: "unexpected_response",
  })
})

describe("a request", () => {
  it("has its parameters in the path, encoded", async () => {
    await using server = await serve([body])
    await clientWithoutBackoff(`${server.baseUrl}//`).entitlements.check("a/b?c", "ü", "lounge.bar")
    expect(server.seen[0]?.url).toBe(
      "/api/v1/organizations/a%2Fb%3Fc/memberships/%C3%BC/entitlements/lounge.bar",
    )
  })

  it.each(["", ".", "..", undefined, null, 5])("cannot be led elsewhere by %j", async (slug) => {
    await using server = await serve([body])
    expect(
      await failureOf(clientWithoutBackoff(server.baseUrl).organizations.get(slug as string)),
    ).toBeInstanceOf(TypeError)
    expect(server.seen).toHaveLength(0)
  })

  it.each([
    [{ current_password: "F_I7puj" }, "an object"],
    [["F_I7puj"], "an array"],
    [Promise.resolve("F_I7puj"), "of the class Promise"],
    [undefined, "undefined"],
    ["..", '".."'],
  ])("says what a path parameter is instead, and never its content", async (given, words) => {
    const { users } = clientWithoutBackoff("https://members.example").console
    const failure = await failureOf(users.delete(given as string, { current_password: "a" }))
    expect(failure).toMatchObject({
      message: `user_uuid must be a uuid, and is ${words}: path parameters come first, then the input`,
    })
  })

  it("has its input in the body of a write", async () => {
    await using server = await serve([body])
    const client = clientWithoutBackoff(server.baseUrl)
    await client.memberships.add("harbour-club", {
      user_uuid: "u",
      membership_tier_slug: "gold",
      valid_until: null,
      identifier: undefined,
    })
    await client.console.test.setClock({ advance_ms: 5 })
    await client.console.test.createUser()
    expect(server.seen.map(({ method, url, body: sent }) => `${method} ${url} ${sent}`)).toEqual([
      'POST /api/v1/organizations/harbour-club/memberships {"user_uuid":"u","membership_tier_slug":"gold","valid_until":null}',
      'POST /console/v1/test/clock {"advance_ms":5}',
      "POST /console/v1/test/users {}",
    ])
    expect(server.seen[0]?.headers["content-type"]).toBe("application/json")
  })

  it("has its input in the query of a read, lists repeated and nothing left empty", async () => {
    await using server = await serve([
      { status: 200, body: { total_items: 0, total_pages: 0, current_page: 1, items: [] } },
    ])
    const input = { page: 2, status: undefined, of: ["a", "b"], nothing: null } as object
    await clientWithoutBackoff(server.baseUrl).memberships.listMembers("harbour-club", input)
    expect(server.seen[0]).toMatchObject({
      url: "/api/v1/organizations/harbour-club/memberships?page=2&of=a&of=b",
      body: "",
    })
    expect(server.seen[0]?.headers["content-type"]).toBeUndefined()
  })

  it("can have both, and a form", () => {
    const both = {
      method: "POST",
      path: "/api/v1/a/{b}",
      input: "body",
      query: ["dry_run"],
    } as const
    const sent = {
      params: ["c"],
      input: { dry_run: true, name: "d" },
      options: { query: { default_backend: "e" } },
    }
    expect(toRequest(both, sent)).toMatchObject({
      path: "/api/v1/a/c?dry_run=true&default_backend=e",
      body: '{"name":"d"}',
    })
    expect(toRequest({ ...both, query: [], input: "form" }, sent)).toMatchObject({
      body: "dry_run=true&name=d",
      headers: { "content-type": "application/x-www-form-urlencoded" },
    })
  })
})

describe("an answer", () => {
  it("comes with its response when that is asked for", async () => {
    await using server = await serve([
      {
        ...body,
        headers: {
          "x-request-id": "r-1",
          "x-ratelimit-limit": "60",
          "x-ratelimit-remaining": "59",
          "x-ratelimit-reset": "1",
          etag: '"5"',
        },
      },
    ])
    const { data, response } = await clientWithoutBackoff(server.baseUrl)
      .organizations.get("a")
      .withResponse()
    expect(data).toEqual({ ok: true })
    expect(response).toMatchObject({
      status: 200,
      requestId: "r-1",
      rateLimit: { limit: 60, remaining: 59, resetSeconds: 1 },
    })
    expect(response.headers.get("etag")).toBe('"5"')
  })

  it("may say nothing of rate limits, and nothing at all", async () => {
    const fetch = async () => new Response(null, { status: 204 })
    const { data, response } = await clientWithoutBackoff("http://symbolon.test", { fetch })
      .organizations.get("a")
      .withResponse()
    expect(data).toBeUndefined()
    expect(response.rateLimit).toBeUndefined()
  })

  it("keeps fields and values that this package does not know", async () => {
    await using server = await serve([{ status: 200, body: { decision: "perhaps", mood: "good" } }])
    const admission = { identifier: { type: "palm", value: "x" }, idempotency_key: "k" }
    expect(await clientWithoutBackoff(server.baseUrl).sessions.admit("a", admission)).toEqual({
      decision: "perhaps",
      mood: "good",
    })
  })

  it("comes as the very text when that is what is signed", async () => {
    const text =
      '{"payload":{"a":1.0,  "b":"\\u00e9"},"key_id":"k","signature":"s","delta_cursor":null}'
    await using server = await serve([{ status: 200, body: text }])
    expect(await clientWithoutBackoff(server.baseUrl).sessions.checkinManifestText("a")).toBe(text)
    expect(await clientWithoutBackoff(server.baseUrl).sessions.checkinManifest("a")).toEqual(
      JSON.parse(text),
    )
  })
})

it("a call by its path has the same token, retries and errors", async () => {
  await using server = await serve([
    { status: 503, headers: { "retry-after": "0" } },
    body,
    { status: 409 },
  ])
  const client = clientWithoutBackoff(server.baseUrl)
  const { data } = await client
    .request<{ ok: boolean }>({ method: "GET", path: "/api/v1/new", query: { a: [1, 2] } })
    .withResponse()
  expect(data.ok).toBe(true)
  expect(
    await failureOf(client.request({ method: "PUT", path: "/api/v1/new", body: { a: 1 } })),
  ).toMatchObject({
    status: 409,
    operation: "PUT /api/v1/new",
  })
  expect(server.seen[2]).toMatchObject({
    url: "/api/v1/new",
    body: '{"a":1}',
    headers: { authorization: "Bearer token" },
  })
})

it("the global fetch is looked up at each call", async () => {
  const client = clientWithoutBackoff("http://symbolon.test")
  const replaced = vi.spyOn(globalThis, "fetch").mockResolvedValue(Response.json({ ok: true }))
  await client.organizations.get("a")
  expect(replaced).toHaveBeenCalledOnce()
  replaced.mockRestore()
})

it("the log has routes and times, never a token, a body or an identifier", async () => {
  await using server = await serve([
    { status: 429, headers: { "retry-after": "0" } },
    { ...body, headers: { "x-request-id": "r-1" } },
  ])
  const lines: string[] = []
  const write = (fields: object, message: string) =>
    void lines.push(`${message} ${JSON.stringify(fields)}`)
  const client = clientWithoutBackoff(server.baseUrl, {
    auth: () => "secret-token",
    logger: { debug: write, warn: write },
  })
  await client.memberships.add("harbour-club", { user_uuid: "u-1", membership_tier_slug: "gold" })
  expect(lines).toHaveLength(3)
  expect(lines[0]).toMatch(
    /^called .*"operation":"POST \/api\/v1\/organizations\/\{organization_slug\}\/memberships","status":429.*"durationMs":\d+/,
  )
  expect(lines[1]).toMatch(/^trying again .*"retry":1,"waitMs":\d+/)
  expect(lines[2]).toContain('"requestId":"r-1"')
  expect(lines.join()).not.toMatch(/secret-token|harbour-club|u-1|gold/)
})

it("a call taken with its response fails once, and to its taker", async () => {
  const unhandled = vi.fn()
  process.on("unhandledRejection", unhandled)
  await using server = await serve([{ status: 404 }])
  expect(
    await failureOf(clientWithoutBackoff(server.baseUrl).organizations.get("a").withResponse()),
  ).toMatchObject({ status: 404 })
  await new Promise((resolve) => setTimeout(resolve, 10))
  process.off("unhandledRejection", unhandled)
  expect(unhandled).not.toHaveBeenCalled()
})
