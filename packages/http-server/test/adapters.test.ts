import {
  createServer,
  type IncomingMessage,
  request as httpRequest,
  type ServerResponse,
} from "node:http"
import type { AddressInfo } from "node:net"
import type { RunContext } from "@symbolon/core"
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest"
import { createHandler, type Handler } from "../src/create-handler.ts"
import { startTestServer, type TestServer } from "./fixtures/world.ts"

let world: TestServer
beforeAll(async () => {
  world = await startTestServer({ limits: "off" })
})
afterAll(() => world.close())

interface Sample {
  readonly path: string
  readonly method?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
}

const json = { "content-type": "application/json" }
const samples = (token: string): readonly Sample[] => {
  const authorization = `Bearer ${token}`
  return [
    { path: "/api/v1/organizations", headers: { authorization } },
    { path: "/api/v1/organizations?page=2&page_size=5&sort_by=name", headers: { authorization } },
    { path: "/api/v1/organizations?page=x", headers: { authorization } },
    { path: "/api/v1/organizations/harbour-club", headers: { authorization }, method: "HEAD" },
    { path: "/api/v1/organizations/%zz", headers: { authorization } },
    { path: "/api/v1/organizations" },
    { path: "/api/v1/organizations", headers: { authorization: "Bearer nonsense" } },
    {
      path: "/api/v1/organizations/harbour-club/membership-tiers",
      method: "POST",
      headers: { authorization, ...json },
      body: '{"name":5}',
    },
    {
      path: "/api/v1/organizations/harbour-club/membership-tiers",
      method: "POST",
      headers: { authorization, ...json },
      body: "{",
    },
    {
      path: "/api/v1/organizations/harbour-club/membership-tiers",
      method: "POST",
      headers: { authorization, "content-type": "text/plain" },
      body: "x",
    },
    {
      path: "/api/v1/organizations/harbour-club/membership-tiers",
      method: "POST",
      headers: { authorization, ...json },
      body: `{"name":"${"x".repeat(1_100_000)}"}`,
    },
    {
      path: "/oauth2/token",
      method: "POST",
      headers: { "content-type": "application/x-www-form-urlencoded" },
      body: "grant_type=password",
    },
    { path: "/oauth2/.well-known/jwks.json" },
    { path: "/oauth2/token" },
    { path: "/api/v1/ledger/keys" },
    { path: "/openapi.json" },
    { path: "/console/v1/openapi.json" },
    { path: "/docs" },
    { path: "/docs/assets/x/swagger-ui.css" },
    { path: "/docs/assets/x/passwd" },
    { path: "/health/live" },
    { path: "/health/ready" },
    { path: "/webhooks/in/channel", method: "POST", body: "anything" },
    { path: "/nowhere" },
    { path: "/" },
    { path: "/", headers: { accept: "text/html" } },
    { path: "/api/v1/organizations", method: "DELETE" },
    {
      path: "/api/v1/organizations",
      method: "OPTIONS",
      headers: { origin: "https://a.test", "access-control-request-method": "GET" },
    },
  ]
}

/** Differs with every reply, or belongs to one connection. */
const ofTheConnection = new Set(["date", "keep-alive", "connection", "transfer-encoding"])

const seen = async (reply: Response) => ({
  status: reply.status,
  headers: Object.fromEntries([...reply.headers].filter(([name]) => !ofTheConnection.has(name))),
  body: await reply.text(),
})

describe("one handler, whichever way a request comes in", () => {
  it("answers alike through fetch and through the listener", async () => {
    const all = samples(world.token)
    for (const { path, ...init } of all) {
      const headers = { ...init.headers, "x-request-id": "same" }
      const there = await seen(await fetch(`${world.url}${path}`, { ...init, headers }))
      const here = await seen(
        await world.handler.fetch(new Request(`http://symbolon.test${path}`, { ...init, headers })),
      )
      expect({ path, ...here }).toEqual({ path, ...there })
      expect(here.headers["x-request-id"]).toBe("same")
    }
    expect(all.length).toBe(28)
  })

  it.each([
    ["by a framework that strips the prefix", strippingServer],
    ["by a server that does not", (handler: Handler) => createServer(handler.listener)],
  ])("answers below a prefix, mounted %s", async (_how, mount) => {
    const mounted = await startTestServer({
      limits: "off",
      baseUrl: "http://symbolon.test/members",
      mount,
    })
    try {
      const at = (path: string, init: RequestInit = {}) =>
        fetch(`${mounted.url}/members${path}`, init)
      const authorization = `Bearer ${mounted.token}`
      expect((await at("/api/v1/organizations", { headers: { authorization } })).status).toBe(200)
      expect((await at("/api/v1/nowhere")).status).toBe(404)
      const made = await at("/api/v1/organizations/harbour-club/membership-tiers", {
        method: "POST",
        headers: { authorization, ...json },
        body: '{"name":"Friend"}',
      })
      expect(made.status).toBe(201)
      const document = (await (await at("/openapi.json")).json()) as { servers: { url: string }[] }
      expect(document.servers).toEqual([{ url: "http://symbolon.test/members" }])
      expect(await (await at("/docs")).text()).toContain('src="docs/assets/')
      const other = await mounted.handler.fetch(
        new Request("http://symbolon.test/members/health/live"),
      )
      expect(other.status).toBe(200)
    } finally {
      await mounted.close()
    }
  })

  it("takes a body that a framework has parsed before", async () => {
    const mounted = await startTestServer({ limits: "off", mount: parsingServer })
    try {
      const made = await mounted.call(
        "POST",
        "/api/v1/organizations/harbour-club/membership-tiers",
        { name: "Friend" },
      )
      expect(made.status).toBe(201)
      const token = await mounted.send("/oauth2/token", {
        method: "POST",
        body: new URLSearchParams({ grant_type: "password", client_id: "app" }),
      })
      expect(((await token.json()) as { error: string }).error).toBe("unsupported_grant_type")
    } finally {
      await mounted.close()
    }
  })

  it("takes a target in absolute form", async () => {
    const status = await new Promise((resolve, reject) => {
      const { hostname, port } = new URL(world.url)
      httpRequest({ hostname, port, path: "http://proxied.test/health/live" }, (reply) =>
        resolve(reply.resume().statusCode),
      )
        .on("error", reject)
        .end()
    })
    expect(status).toBe(200)
  })

  it("makes up a request id, or keeps a harmless one", async () => {
    const idOf = async (id?: string) =>
      (
        await world.send(
          "/health/live",
          id === undefined ? {} : { headers: { "x-request-id": id } },
        )
      ).headers.get("x-request-id")
    expect(await idOf("abc-1:2_3.4")).toBe("abc-1:2_3.4")
    for (const bad of [undefined, "a b", "x".repeat(129), "<script>", ""])
      expect(await idOf(bad)).toMatch(/^[0-9a-f-]{36}$/)
  })

  it("refuses a proxy list that is none", () => {
    expect(() =>
      createHandler({ symbolon: world.symbolon, trustedProxies: ["10.0.0.0/99"] }),
    ).toThrow("10.0.0.0/99 is neither an address nor a network")
  })
})

/** What Express does: strips the prefix from `url` and keeps it in `baseUrl`. */
function strippingServer(handler: Handler) {
  return createServer(
    (incoming: IncomingMessage & { baseUrl?: string }, outgoing: ServerResponse) => {
      incoming.baseUrl = "/members"
      incoming.url = (incoming.url ?? "").slice("/members".length) || "/"
      handler.listener(incoming, outgoing)
    },
  )
}

/** What `express.json()` does. */
function parsingServer(handler: Handler) {
  return createServer(
    (incoming: IncomingMessage & { body?: unknown }, outgoing: ServerResponse) => {
      const chunks: Buffer[] = []
      incoming.on("data", (chunk: Buffer) => chunks.push(chunk))
      incoming.on("end", () => {
        const text = Buffer.concat(chunks).toString()
        const isJson = incoming.headers["content-type"]?.includes("json") ?? false
        incoming.body =
          text === ""
            ? undefined
            : isJson
              ? JSON.parse(text)
              : Object.fromEntries(new URLSearchParams(text))
        setImmediate(() => handler.listener(incoming, outgoing))
      })
    },
  )
}

it("announces one address: the core's, in tokens, in discovery and in the document", async () => {
  const world = await startTestServer({ baseUrl: "http://symbolon.test/members" })
  try {
    const discovery = (await (
      await world.handler.fetch(
        new Request("http://symbolon.test/members/oauth2/.well-known/openid-configuration"),
      )
    ).json()) as {
      readonly issuer: string
      readonly token_endpoint: string
    }
    const [, claims = ""] = world.token.split(".")
    const { iss } = JSON.parse(Buffer.from(claims, "base64url").toString()) as {
      readonly iss: string
    }
    expect(discovery).toMatchObject({
      issuer: iss,
      token_endpoint: `${world.symbolon.settings.baseUrl}/oauth2/token`,
    })
    expect(world.handler.openapi().servers).toEqual([{ url: world.symbolon.settings.baseUrl }])
  } finally {
    await world.close()
  }
})

it("tells the core when the client has hung up, whichever way the request came in", async () => {
  const contexts: (RunContext | undefined)[] = []
  const asked: (() => void)[] = []
  const answer = Promise.withResolvers<void>()
  const { symbolon } = world
  const handler = createHandler({
    limits: "off",
    symbolon: {
      ...symbolon,
      run: async (effect, context) => {
        contexts.push(context)
        asked.shift()?.()
        await answer.promise
        return symbolon.run(effect, context)
      },
    },
  })
  const isAbandoned = () => contexts.map((context) => context?.isAbandoned?.())
  const begun = () => new Promise<void>((resolve) => asked.push(resolve))
  const server = createServer(handler.listener)
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/api/v1/organizations`
  const headers = { authorization: `Bearer ${world.token}` }
  const leaving = new AbortController()
  const { signal } = leaving

  const byNode = begun()
  const left = fetch(url, { headers, signal }).catch((reason: unknown) => reason)
  await byNode
  const byFetch = begun()
  void handler.fetch(new Request("http://symbolon.test/api/v1/organizations", { headers, signal }))
  await byFetch
  expect(isAbandoned()).toEqual([false, false])
  leaving.abort()
  expect(await left).toMatchObject({ name: "AbortError" })
  await vi.waitFor(() => expect(isAbandoned()).toEqual([true, true]))
  answer.resolve()
  await new Promise((closed) => server.close(closed))
})
