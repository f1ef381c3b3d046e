import { readFileSync } from "node:fs"
import { envelopes } from "@symbolon/core"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { allEndpoints } from "../src/endpoints.ts"
import type { OpenApiDocument } from "../src/openapi.ts"
import { templateOf } from "../src/route.ts"
import { allRoutes } from "../src/routes/all-routes.ts"
import { wireStatus } from "../src/wire-refusal.ts"
import { faultsOf } from "./fixtures/json-schema.ts"
import { startTestServer, type TestServer } from "./fixtures/world.ts"

let world: TestServer
let documents: readonly OpenApiDocument[]
beforeAll(async () => {
  world = await startTestServer()
  documents = [world.handler.openapi(), world.handler.consoleOpenapi()]
})
afterAll(() => world.close())

interface Operation {
  readonly operationId: string
  readonly summary: string
  readonly parameters: readonly {
    readonly name?: string
    readonly in?: string
    readonly required?: boolean
    readonly schema?: Readonly<Record<string, unknown>>
  }[]
  readonly responses: Readonly<Record<string, { readonly headers: object }>>
  readonly security: readonly Readonly<Record<string, readonly string[]>>[]
}
interface Webhook {
  readonly requestBody: {
    readonly content: Readonly<
      Record<"application/json", { readonly schema: Readonly<Record<string, unknown>> }>
    >
  }
  readonly responses: Readonly<Record<"2XX", { readonly content?: unknown }>>
}
const generated = { $ref: "#/components/schemas/GeneratedReward" }
interface SignedVector {
  readonly name: string
  readonly body: string
}
const operations = () =>
  documents.flatMap((document) =>
    Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => ({
        path,
        method,
        operation: operation as unknown as Operation,
      })),
    ),
  )
const refsIn = (value: unknown): readonly string[] =>
  typeof value !== "object" || value === null
    ? []
    : Object.entries(value).flatMap(([name, each]) =>
        name === "$ref" && typeof each === "string" ? [each] : refsIn(each),
      )

describe("the OpenAPI documents", () => {
  it("say of a query that is yes or no that it is a boolean", () => {
    const flags = operations().flatMap(({ operation }) =>
      operation.parameters.filter(({ schema }) => schema?.["type"] === "boolean"),
    )
    expect(new Set(flags.map(({ name }) => name))).toEqual(
      new Set([
        "confirm_stranding_holders",
        "details",
        "disputed",
        "include_inactive",
        "mine",
        "standalone",
        "upcoming",
      ]),
    )
  })

  it("hold each endpoint of the contract once, and no other", () => {
    const replyBody = operations().map(
      ({ method, path, operation }) => `${operation.operationId} ${method.toUpperCase()} ${path}`,
    )
    expect(replyBody.sort()).toEqual(
      allEndpoints
        .map((endpoint) => `${endpoint.name} ${endpoint.method} ${templateOf(endpoint)}`)
        .sort(),
    )
    expect(new Set(operations().map(({ operation }) => operation.operationId)).size).toBe(
      allEndpoints.length,
    )
    expect(Object.keys(documents[0]?.paths ?? {}).some((path) => path.startsWith("/console"))).toBe(
      false,
    )
    expect(
      Object.keys(documents[1]?.paths ?? {}).every((path) => path.startsWith("/console/v1/")),
    ).toBe(true)
  })
  it("are what the server answers: a route for each endpoint, and those of clients and browsers beside them", () => {
    // These speak in forms, pages and redirects, and have plans of their own in src/oauth.
    const own = [
      "oauth.authorize",
      "oauth.authorizeByPost",
      "oauth.login",
      "oauth.consent",
      "oauth.token",
      "oauth.introspect",
      "oauth.revoke",
      "oauth.userinfoByPost",
      "oauth.logout",
      "oauth.logoutByPost",
    ]
    const routed = [
      ...allRoutes(() => Promise.reject(new Error("no"))).map(({ endpoint }) => endpoint.name),
      ...own,
    ]
    expect(routed.sort()).toEqual(allEndpoints.map(({ name }) => name).sort())
  })
  it("leave the test console out where there is no test clock", async () => {
    expect(JSON.stringify(documents[1]?.paths)).toContain("/test/clock")
    const { createHandler } = await import("../src/create-handler.ts")
    const plain = createHandler({ symbolon: { ...world.symbolon, testClock: undefined } })
    expect(Object.keys(plain.consoleOpenapi().paths)).toContain(
      "/console/v1/organizations/{organization_slug}/points",
    )
    expect(
      Object.keys(plain.consoleOpenapi().paths).filter((path) =>
        path.startsWith("/console/v1/test/"),
      ),
    ).toEqual([])
    expect(
      (await plain.fetch(new Request("http://symbolon.test/console/v1/test/clock"))).status,
    ).toBe(404)
  })
  it("resolve every reference", () => {
    for (const document of documents)
      for (const ref of refsIn(document)) {
        const target = ref
          .replace("#/", "")
          .split("/")
          .reduce<unknown>(
            (at, part) => (at as Record<string, unknown> | undefined)?.[part],
            document,
          )
        expect({ ref, target }).toMatchObject({ target: expect.any(Object) })
      }
    expect(refsIn(documents[0]).length).toBeGreaterThan(100)
  })
  it("name the parameters of each path", () => {
    for (const { path, operation } of operations()) {
      const named = operation.parameters.filter((parameter) => parameter.in === "path")
      expect(named.map(({ name }) => `{${name}}`)).toEqual(path.match(/\{\w+\}/g) ?? [])
      expect(named.every(({ required }) => required === true)).toBe(true)
      expect(JSON.stringify(operation.parameters).includes("default_backend")).toBe(
        path.startsWith("/api/v1"),
      )
      expect(operation.summary).not.toBe("")
    }
  })
  it("document statuses from the table of refusals alone, each with the limits", () => {
    const wire = [
      "method_not_allowed",
      "payload_too_large",
      "request_timeout",
      "unsupported_media_type",
    ] as const
    const statuses = new Set([
      200,
      201,
      202,
      303,
      304,
      ...Object.values(envelopes).map(({ status }) => status),
      ...wire.map(wireStatus),
    ])
    for (const { operation } of operations())
      for (const [status, { headers }] of Object.entries(operation.responses)) {
        expect(statuses).toContain(Number(status))
        const limits = [
          "ratelimit-limit",
          "ratelimit-remaining",
          "ratelimit-reset",
          "ratelimit-policy",
        ]
        expect(Object.keys(headers)).toEqual(expect.arrayContaining(limits))
      }
  })
  it("document what every endpoint can answer", () => {
    const needsToken = ({ security }: Operation) => security.some((each) => "bearer" in each)
    const all = operations().map(({ operation }) => operation)
    for (const operation of all)
      expect(Object.keys(operation.responses)).toEqual(
        expect.arrayContaining(["400", "429", "500", "503"]),
      )
    // RFC 6749 section 5.2 calls bad fields a bad request.
    for (const { path, operation } of operations())
      expect("422" in operation.responses).toBe(!path.startsWith("/oauth2/"))
    for (const operation of all.filter(needsToken))
      expect(Object.keys(operation.responses)).toEqual(expect.arrayContaining(["401", "403"]))
    expect(all.filter(needsToken).length).toBe(
      allEndpoints.filter(({ access }) => access !== undefined).length,
    )
  })
  it("document redirects, pages and failed sign-ins of the authorization server", () => {
    const replyBody = Object.fromEntries(
      operations()
        .filter(({ path }) => path.startsWith("/oauth2/"))
        .map(({ method, path, operation }) => [
          `${method.toUpperCase()} ${path.slice("/oauth2".length)}`,
          Object.keys(operation.responses)
            .filter((status) => !["400", "429", "500", "503"].includes(status))
            .join(" "),
        ]),
    )
    const body = "408 413 415"
    expect(replyBody).toEqual({
      "GET /authorize": "200 303",
      "POST /authorize": `200 303 ${body}`,
      "POST /login": `200 303 401 403 ${body}`,
      "POST /consent": `200 303 403 ${body}`,
      "POST /token": `200 401 ${body}`,
      "GET /userinfo": "200 401 403",
      "POST /userinfo": `200 401 403 ${body}`,
      "POST /introspect": `200 401 ${body}`,
      "POST /revoke": `200 401 ${body}`,
      "GET /.well-known/openid-configuration": "200",
      "GET /.well-known/jwks.json": "200",
      "GET /scopes": "200",
      "GET /client-info": "200 404",
      "GET /logout": "200 303",
      "POST /logout": `200 303 403 ${body}`,
    })
  })
  it("offer the authorization code flow and client credentials, with their scopes", async () => {
    type Flow = Record<string, unknown> & { readonly scopes: Readonly<Record<string, string>> }
    const { oauth2 } = (documents[0]?.components["securitySchemes"] ?? {}) as unknown as {
      oauth2: { flows: Record<string, Flow> }
    }
    const discovery = (await (
      await world.send("/oauth2/.well-known/openid-configuration")
    ).json()) as Record<string, string>
    const { authorizationCode, clientCredentials } = oauth2.flows
    expect(authorizationCode).toMatchObject({
      authorizationUrl: discovery["authorization_endpoint"],
      tokenUrl: discovery["token_endpoint"],
      refreshUrl: discovery["token_endpoint"],
    })
    expect(clientCredentials).toMatchObject({ tokenUrl: discovery["token_endpoint"] })
    const named = [
      ...Object.keys(authorizationCode?.scopes ?? {}),
      ...Object.keys(clientCredentials?.scopes ?? {}),
    ]
    expect(new Set(named)).toEqual(new Set(discovery["scopes_supported"]))
    expect(authorizationCode?.scopes).toMatchObject({
      openid: expect.any(String),
      "reward:claim": expect.any(String),
    })
    expect(clientCredentials?.scopes).not.toHaveProperty("openid")
    // What an operation asks for is one of them.
    for (const { operation } of operations())
      for (const { oauth2: requiredScopes = [] } of operation.security)
        expect(Object.keys({ ...authorizationCode?.scopes })).toEqual(
          expect.arrayContaining([...requiredScopes]),
        )
  })
  it("leave answers open for new fields, and bodies closed for unknown ones", () => {
    const closed = (value: unknown): number =>
      typeof value !== "object" || value === null
        ? 0
        : Object.entries(value).reduce(
            (sum, [name, each]) =>
              sum + (name === "additionalProperties" && each === false ? 1 : closed(each)),
            0,
          )
    for (const document of documents) {
      const schemas = document.components["schemas"] as Readonly<Record<string, unknown>>
      const all = Object.values(document.paths).flatMap((methods) => Object.values(methods))
      const responses = all.map((operation) => operation["responses"])
      const reached = new Set(refsIn(responses))
      for (const ref of reached)
        for (const next of refsIn(schemas[ref.replace("#/components/schemas/", "")]))
          reached.add(next)
      const named = Object.entries(schemas).filter(([name]) =>
        reached.has(`#/components/schemas/${name}`),
      )
      expect(named.length).toBeGreaterThan(10)
      expect(closed([responses, named])).toBe(0)
      const bodies = all.filter(({ requestBody }) =>
        JSON.stringify(requestBody ?? "").includes("/json"),
      )
      expect(bodies.length).toBeGreaterThan(15)
      const open = bodies.filter(
        ({ requestBody }) => refsIn(requestBody).length === 0 && closed(requestBody) === 0,
      )
      // The authorization server ignores what it does not know (RFC 6749, section 3.1).
      expect(
        open
          .map(({ operationId }) => operationId)
          .filter((id) => id !== "oauth.login" && id !== "oauth.consent"),
      ).toEqual([])
    }
  })
  it("tell the version, where the server is, and how to get a token", () => {
    expect(documents[0]).toMatchObject({
      openapi: "3.1.1",
      info: { version: "1.0.0-preview" },
      servers: [{ url: "http://symbolon.test" }],
      components: {
        securitySchemes: {
          bearer: { scheme: "bearer" },
          oauth2: {
            flows: { clientCredentials: { tokenUrl: "http://symbolon.test/oauth2/token" } },
          },
        },
      },
    })
  })
  it("describe what a webhook answers to a request for a content, and to nothing else", () => {
    const schemas = documents[0]?.components["schemas"] as Record<string, Record<string, unknown>>
    const answers = Object.entries(documents[0]?.webhooks ?? {}).map(
      ([event, { post }]) =>
        [event, (post as unknown as Webhook).responses["2XX"].content] as const,
    )
    expect(answers.filter(([, content]) => content !== undefined)).toEqual([
      ["reward.generate", { "application/json": { schema: generated } }],
    ])
    const content = { data: {}, items: [{ type: "coupon", code: "1" }], content_version: "1" }
    const hosted = { manifest_url: "https://content.example/1", access_key: "key" }
    for (const good of [{ content }, { content: { ...content, items: undefined } }, hosted])
      expect(faultsOf(JSON.parse(JSON.stringify(good)), generated, schemas)).toEqual([])
    for (const bad of [
      {},
      { content, ...hosted },
      { content: { ...content, items: [{ type: "song" }] } },
      { content: { ...content, items: [{ type: "coupon" }] } },
      { manifest_url: hosted.manifest_url },
    ])
      expect(faultsOf(bad, generated, schemas)).not.toEqual([])
  })
  it("describe the webhooks that the service sends, as its test vectors are", () => {
    const { signed }: { readonly signed: readonly SignedVector[] } = JSON.parse(
      readFileSync(new URL("../../../vectors/webhooks.json", import.meta.url), "utf8"),
    )
    const schemas = documents[0]?.components["schemas"] as Record<string, Record<string, unknown>>
    const webhooks = documents[0]?.webhooks ?? {}
    for (const [event, { post }] of Object.entries(webhooks)) {
      const { requestBody } = post as unknown as Webhook
      const { schema } = requestBody.content["application/json"]
      const bodies = signed.filter(({ name }) => name.split(",")[0] === event)
      expect(bodies.map(({ body }) => faultsOf(JSON.parse(body), schema, schemas))).toEqual([[]])
      const other = { ...JSON.parse(bodies[0]?.body ?? ""), event: "other" }
      expect(faultsOf(other, schema, schemas)).not.toEqual([])
    }
    expect(Object.keys(webhooks)).toHaveLength(8)
    expect(documents[1]).not.toHaveProperty("webhooks")
  })
  it("are served with an ETag", async () => {
    const reply = await world.send("/openapi.json")
    const etag = reply.headers.get("etag") ?? ""
    expect(await reply.json()).toEqual(JSON.parse(JSON.stringify(documents[0])))
    expect(
      (await world.send("/openapi.json", { headers: { "if-none-match": `W/${etag}` } })).status,
    ).toBe(304)
  })
  it("would notice an answer that does not fit (the check of every other test here)", () => {
    const schemas = documents[0]?.components["schemas"] as Record<string, Record<string, unknown>>
    const schema = { $ref: "#/components/schemas/Organization" }
    expect(faultsOf({ uuid: 5 }, schema, schemas)).toEqual(
      expect.arrayContaining(["$: lacks slug", "$.uuid: is 5, not string"]),
    )
    const whole = {
      uuid: "u",
      slug: "s",
      name: "n",
      description: null,
      website: null,
      logo_image_file_uuid: null,
      logo_image_file_url: null,
      timezone: null,
      owner_uuid: null,
      role: null,
      created_at: "2026-11-21T10:00:00.000Z",
      updated_at: null,
    }
    expect(faultsOf(whole, schema, schemas)).toEqual([])
    expect(faultsOf({ ...whole, created_at: "today" }, schema, schemas)).toHaveLength(1)
    expect(faultsOf({ ...whole, colour: "red" }, schema, schemas)).toHaveLength(1)
  })
})

describe("the documentation page", () => {
  it("asks nobody but this server, and its policy says so", async () => {
    const page = await world.send("/docs")
    const html = await page.text()
    const policy = page.headers.get("content-security-policy") ?? ""
    expect(policy).toContain("default-src 'none'")
    expect(policy).toContain("connect-src 'self' http://symbolon.test")
    expect(policy).not.toContain("unsafe")
    expect(html.match(/https?:\/\//g)).toBeNull()
    const files = [...html.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, file]) => file ?? "")
    expect(files).toHaveLength(6)
    for (const file of files) {
      const reply = await world.send(`/${file}`)
      expect([reply.status, reply.headers.get("cache-control")]).toEqual([
        200,
        "public, max-age=31536000, immutable",
      ])
      expect((await reply.arrayBuffer()).byteLength).toBeGreaterThan(100)
    }
  })
  it("serves the files it names and no others", async () => {
    for (const file of [
      "index.html",
      "..%2fpackage.json",
      "..%2f..%2fpackage.json",
      "constructor",
      "__proto__",
      "swagger-ui.js.map",
    ])
      expect((await world.send(`/docs/assets/x/${file}`)).status).toBe(404)
  })
})
