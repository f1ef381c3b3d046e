import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { readBody } from "./fixtures/read.ts"
import { startTestServer, type TestServer } from "./fixtures/world.ts"

let world: TestServer
let tiers: string
beforeAll(async () => {
  world = await startTestServer()
  tiers = `/api/v1/organizations/${world.club.slug}/membership-tiers`
})
afterAll(async () => {
  // Nothing that was refused has written anything.
  const stored = await world.symbolon.tiers.list({
    organization: world.club.slug,
    page: { page: 1, pageSize: 100, sortBy: "created_at", sortOrder: "asc" },
  })
  expect(stored.items.map(({ name }) => name)).toEqual([])
  await world.close()
})

const post = (body: string | Uint8Array<ArrayBuffer>, headers: Record<string, string> = {}) =>
  world.send(tiers, {
    method: "POST",
    headers: {
      authorization: `Bearer ${world.token}`,
      "content-type": "application/json",
      ...headers,
    },
    body,
  })

describe("a body that is not what it should be", () => {
  it.each([
    ["cut off", '{"name": "Fri'],
    ["trailing", '{"name": "Friend"} x'],
    ["single quotes", "{'name': 'Friend'}"],
    ["with a byte order mark", '\uFEFF{"name":"Friend"}'],
    ["a member twice", '{"name": "Friend", "name": "Foe"}'],
    ["a member twice, spelled apart", '{"name": "Friend", "n\\u0061me": "Foe"}'],
    ["a member twice, deep", '{"name": "Friend", "entitlements": {"a": 1, "a": 2}}'],
    [
      "nested without end",
      `{"name": "Friend", "entitlements": ${"[".repeat(50_000)}${"]".repeat(50_000)}}`,
    ],
  ])("%s: 400", async (_what, body) => {
    expect(await readBody(await post(body), 400)).toMatchObject({
      code: "bad_request",
      details: null,
      errors: { _root: expect.any(String) },
    })
  })

  it("not UTF-8: 400", async () => {
    expect(
      await readBody(
        await post(new Uint8Array([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x3a, 0x31, 0x7d])),
        400,
      ),
    ).toMatchObject({
      code: "bad_request",
    })
  })

  it.each([
    ["a list", "[]", { _root: "must be an object" }],
    ["a text", '"x"', { _root: "must be an object" }],
    ["null", "null", { _root: "must be an object" }],
    ["a missing field", "{}", { name: "is required" }],
    [
      "wrong types",
      '{"name": 5, "price_cents": "much", "inclusions": "all"}',
      { name: "must be a string", price_cents: "must be a number", inclusions: "must be a list" },
    ],
    [
      "no whole number",
      '{"name": "F", "price_cents": 1.5}',
      { price_cents: "must be a whole number" },
    ],
    [
      "out of bounds",
      '{"name": "", "price_cents": -1, "grace_period_days": 999}',
      {
        name: "must have at least 1 character",
        price_cents: "must be at least 0",
        grace_period_days: "must be at most 365",
      },
    ],
    [
      "an unknown word",
      '{"name": "F", "visibility": "hidden"}',
      { visibility: "must be one of public, private" },
    ],
    [
      "an unknown member",
      '{"name": "F", "colour": "red"}',
      { colour: "is not a field of this call" },
    ],
    [
      "a member called __proto__",
      '{"name": "F", "__proto__": {"x": 1}}',
      { ["__proto__"]: "is not a field of this call" },
    ],
    [
      "deep inside",
      '{"name": "F", "inclusions": ["a", 5]}',
      { "inclusions.1": "must be a string" },
    ],
    [
      "a message of the contract",
      '{"name": "F", "currency": "XYZ"}',
      { currency: "is not an ISO 4217 currency code in upper case" },
    ],
    [
      "a NUL",
      '{"name": "F\\u0000"}',
      { name: "contains a character that cannot be stored: NUL or an unpaired surrogate" },
    ],
    [
      "half a surrogate pair",
      '{"name": "F", "inclusions": ["\\ud800"]}',
      {
        "inclusions.0": "contains a character that cannot be stored: NUL or an unpaired surrogate",
      },
    ],
    [
      "both halves apart",
      '{"name": "F", "inclusions": ["\\udc00\\ud800"]}',
      {
        "inclusions.0": "contains a character that cannot be stored: NUL or an unpaired surrogate",
      },
    ],
  ])("%s: 422 with the field's name", async (_what, body, errors) => {
    const replyBody = await readBody(await post(body), 422)
    expect(replyBody).toMatchObject({ code: "validation_error" })
    expect(JSON.stringify(replyBody.errors)).toBe(JSON.stringify(errors))
  })

  it("names the fields of the nearer of two forms", async () => {
    const admit = (body: unknown) => world.call("POST", "/api/v1/sessions/none/admit", body)
    expect(
      (
        await readBody(
          await admit({
            idempotency_key: "k",
            identifier: { type: "card", value: "x" },
            colour: 1,
          }),
          422,
        )
      ).errors,
    ).toEqual({
      colour: "is not a field of this call",
    })
    expect((await readBody(await admit({}), 422)).errors).toEqual({
      identifier: "is required",
      idempotency_key: "is required",
    })
    expect((await readBody(await admit({ admissions: [] }), 422)).errors).toEqual({
      admissions: "must have at least 1 item",
    })
    expect(
      (
        await readBody(
          await admit({ admissions: [{ identifier: { type: "card", value: "x" } }] }),
          422,
        )
      ).errors,
    ).toEqual({
      "admissions.0.idempotency_key": "is required",
    })
    expect(
      (
        await readBody(
          await admit({ idempotency_key: "k", identifier: { type: "face", value: "x" } }),
          422,
        )
      ).errors,
    ).toEqual({
      "identifier.type": "must be one of card, wallet, username, user_id, link",
    })
  })

  it.each([
    "text/plain",
    "application/x-www-form-urlencoded",
    "multipart/form-data; boundary=x",
    "application/json; charset=latin1",
    "application/jsonp",
  ])("%s: 415", async (type) => {
    expect(await readBody(await post('{"name":"F"}', { "content-type": type }), 415)).toMatchObject(
      {
        code: "unsupported_media_type",
      },
    )
  })
  it("without a media type, or compressed: 415", async () => {
    const init = {
      method: "POST",
      headers: { authorization: `Bearer ${world.token}` },
      body: new Uint8Array([123, 125]),
    }
    expect(await readBody(await world.send(tiers, init), 415)).toMatchObject({
      code: "unsupported_media_type",
    })
    expect(await readBody(await post("{}", { "content-encoding": "gzip" }), 415)).toMatchObject({
      code: "unsupported_media_type",
    })
  })
  it("a required body left out, announced or not: 422 that names what is required", async () => {
    for (const headers of [
      {},
      { "content-type": "application/json" },
      { "content-type": "text/plain", "content-length": "0" },
    ]) {
      const left = await world.send(tiers, {
        method: "POST",
        headers: { authorization: `Bearer ${world.token}`, ...headers },
      })
      expect((await readBody(left, 422)).errors).toEqual({ name: "is required" })
    }
    const admit = await world.call("POST", "/api/v1/sessions/none/admit")
    expect((await readBody(admit, 422)).errors).toEqual({
      identifier: "is required",
      idempotency_key: "is required",
    })
  })
  it("takes the media type in any spelling", async () => {
    const { errors } = await readBody(
      await post("{}", { "content-type": 'Application/JSON ; charset="UTF-8"' }),
      422,
    )
    expect(errors).toEqual({ name: "is required" })
  })

  it("too large: 413, whether it says so or not", async () => {
    const large = JSON.stringify({ name: "x".repeat(1_048_576) })
    const declared = await post(large)
    expect(declared.headers.get("connection")).toBe("close")
    expect(await readBody(declared, 413)).toMatchObject({ code: "payload_too_large" })
    const chunks = new ReadableStream({
      pull: (controller) => controller.enqueue(new Uint8Array(65_536).fill(32)),
    })
    const streamed = await world.send(tiers, {
      method: "POST",
      headers: { authorization: `Bearer ${world.token}`, "content-type": "application/json" },
      body: chunks,
      duplex: "half",
    } as RequestInit)
    expect(await readBody(streamed, 413)).toMatchObject({ code: "payload_too_large" })
  })
})

describe("a path or a query that is not what it should be", () => {
  it.each([
    "/",
    "/api",
    "/api/v1",
    "/api/v2/organizations",
    "/api/v1/organization",
    "/api/v1/organizations/",
    "/api/v1/organizations/x/",
    "//api/v1/organizations",
    "/api/v1/organizations/../organizations/none/x",
  ])("%s: 404", async (path) => {
    expect(await readBody(await world.call("GET", path), 404)).toMatchObject({
      code: "not_found",
      errors: { _root: expect.any(String) },
      details: null,
    })
  })
  it("an organization that is not there: 404", async () => {
    expect(
      await readBody(await world.call("GET", "/api/v1/organizations/none"), 404),
    ).toMatchObject({
      code: "not_found",
      message: expect.stringContaining("organization"),
    })
  })
  it.each([
    "/api/v1/organizations/%zz",
    "/api/v1/organizations/%ff",
    "/api/v1/organizations/a%00b",
    "/api/v1/organizations?page=%00",
  ])("%s: 400", async (path) => {
    expect(await readBody(await world.call("GET", path), 400)).toMatchObject({
      code: "bad_request",
    })
  })
  it("a name longer than any: 422 or 404, never 500", async () => {
    expect(
      await readBody(await world.call("GET", `/api/v1/organizations/${"x".repeat(81)}`), 422),
    ).toMatchObject({
      errors: { organization_slug: "must have at most 80 characters" },
    })
    await readBody(await world.call("GET", `/api/v1/organizations/${"x".repeat(2000)}`), 404)
    await readBody(await world.call("GET", "/api/v1/organizations/a%2Fb"), 404)
  })

  it.each([
    ["page=0", { page: "must be at least 1" }],
    ["page=-1", { page: "must be at least 1" }],
    ["page=two", { page: "must be a whole number" }],
    ["page=1.5", { page: "must be a whole number" }],
    ["page=1&page=2", { page: "was sent more than once" }],
    ["page_size=0", { page_size: "must be at least 1" }],
    ["page_size=101", { page_size: "must be at most 100" }],
    ["page=x&page_size=y", { page: "must be a whole number", page_size: "must be a whole number" }],
    ["sort_by=colour", { sort_by: "must be one of created_at, name" }],
    ["sort_order=up", { sort_order: "must be one of asc, desc" }],
  ])("?%s: 422 with the parameter's name", async (query, errors) => {
    expect(
      await readBody(await world.call("GET", `/api/v1/organizations?${query}`), 422),
    ).toMatchObject({ code: "validation_error", errors })
  })
  it("takes the page it is asked for, ignores parameters it does not know, and a page beyond the last is empty", async () => {
    expect(
      await readBody(
        await world.call(
          "GET",
          "/api/v1/organizations?page=2&page_size=1&colour=red&colour=blue&sort_by=name&sort_order=desc",
        ),
        200,
      ),
    ).toEqual({ total_items: 1, total_pages: 1, current_page: 2, items: [] })
  })
  it("knows default_backend everywhere, and only the backends there are", async () => {
    await readBody(await world.call("GET", "/api/v1/organizations?default_backend=primary"), 200)
    for (const [method, path] of [
      ["GET", "/api/v1/organizations"],
      ["GET", "/api/v1/wallets"],
      ["GET", `/api/v1/organizations/${world.club.slug}`],
    ] as const)
      expect(
        await readBody(await world.call(method, `${path}?default_backend=other`), 400),
      ).toMatchObject({
        code: "bad_request",
        errors: { default_backend: expect.any(String) },
      })
    expect(await readBody(await post("{}", {}), 422)).toBeDefined()
    expect(
      await readBody(await world.send("/api/v1/ledger/keys?default_backend=other"), 400),
    ).toMatchObject({ code: "bad_request" })
  })
})

describe("a method that a path does not take", () => {
  it.each([
    ["DELETE", "/api/v1/organizations", "GET, HEAD, OPTIONS, POST"],
    ["PUT", "/api/v1/organizations/x", "DELETE, GET, HEAD, OPTIONS, PATCH"],
    ["GET", "/oauth2/token", "OPTIONS, POST"],
    ["POST", "/docs", "GET, HEAD, OPTIONS"],
    ["POST", "/health/live", "GET, HEAD, OPTIONS"],
    ["PROPFIND", "/api/v1/organizations", "GET, HEAD, OPTIONS, POST"],
  ])("%s %s: 405 with Allow", async (method, path, allow) => {
    const reply = await fetch(`${world.url}${path}`, { method })
    expect([reply.status, reply.headers.get("allow")]).toEqual([405, allow])
    expect(await reply.json()).toMatchObject(
      path.startsWith("/oauth2")
        ? { error: "invalid_request" }
        : { code: "method_not_allowed", details: null },
    )
  })
  it("HEAD answers as GET does, without the body", async () => {
    for (const path of [
      "/api/v1/organizations",
      "/api/v1/organizations/none",
      "/docs",
      "/health/live",
      "/openapi.json",
    ]) {
      const [get, head] = [await world.call("GET", path), await world.call("HEAD", path)]
      expect([head.status, head.headers.get("content-length"), await head.text()]).toEqual([
        get.status,
        get.headers.get("content-length"),
        "",
      ])
    }
  })
})

describe("a token that is not what it should be", () => {
  const withToken = (authorization: string | undefined) =>
    world.send(
      "/api/v1/organizations",
      authorization === undefined ? {} : { headers: { authorization } },
    )

  it("none: 401, and how to send one", async () => {
    const reply = await withToken(undefined)
    expect(reply.headers.get("www-authenticate")).toBe('Bearer realm="symbolon"')
    expect(await readBody(reply, 401)).toMatchObject({
      code: "invalid_credentials",
      message: expect.stringContaining("Authorization: Bearer"),
    })
  })
  it.each([
    "Bearer",
    "Bearer ",
    "Bearer x",
    "Bearer a.b.c",
    "Basic YTpi",
    "bearer é",
    "Bearer x y",
    `Bearer ${"x".repeat(9000)}`,
  ])("%s: 401 invalid_token", async (authorization) => {
    const reply = await withToken(Buffer.from(authorization).toString("latin1"))
    expect(reply.headers.get("www-authenticate")).toMatch(
      /^Bearer realm="symbolon", error="invalid_token"/,
    )
    expect(await readBody(reply, 401)).toMatchObject({ code: "invalid_credentials" })
  })
  it("tampered, unsigned, or expired: 401", async () => {
    const [head = "", body = "", signature = ""] = world.token.split(".")
    const none = Buffer.from('{"alg":"none","typ":"at+jwt"}').toString("base64url")
    const claims = Buffer.from(
      JSON.stringify({
        ...JSON.parse(Buffer.from(body, "base64url").toString()),
        scope: "everything",
      }),
    ).toString("base64url")
    for (const token of [
      `${head}.${claims}.${signature}`,
      `${none}.${body}.`,
      `${head}.${body}.${signature.slice(0, -4)}AAAA`,
    ])
      await readBody(await withToken(`Bearer ${token}`), 401)
    const now = world.symbolon.clock.now()
    await world.symbolon.testClock?.moveTo(new Date(now.getTime() + 3_600_000))
    await readBody(await withToken(`Bearer ${world.token}`), 401)
    await world.symbolon.testClock?.moveTo(now, { force: true })
    await readBody(await withToken(`Bearer ${world.token}`), 200)
  })
  it("lacks the scope: 403 that names it", async () => {
    const reply = await world.send("/api/v1/organizations", {
      headers: { authorization: `Bearer ${await world.tokenFor(["wallet:read"])}` },
    })
    expect(reply.headers.get("www-authenticate")).toBe(
      'Bearer realm="symbolon", error="insufficient_scope", scope="organization:read"',
    )
    expect(await readBody(reply, 403)).toMatchObject({
      code: "forbidden",
      details: { scope: "organization:read" },
    })
  })
  it("is of the wrong kind: 403, before the body is looked at", async () => {
    const reply = await world.send(tiers, {
      method: "POST",
      headers: { authorization: `Bearer ${world.userToken}`, "content-type": "text/plain" },
      body: "x",
    })
    expect(await readBody(reply, 403)).toMatchObject({
      code: "forbidden",
      details: { token_kinds: ["organization", "client"] },
    })
  })
})
