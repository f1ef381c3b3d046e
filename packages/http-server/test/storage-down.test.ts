import { StorageUnavailable } from "@symbolon/core/storage"
import { afterEach, describe, expect, it } from "vitest"
import { allEndpoints } from "../src/endpoints.ts"
import { templateOf } from "../src/route.ts"
import { startTestServer, type TestServer } from "./fixtures/world.ts"

let world: TestServer
let failure: Error | undefined
const replyBody: unknown[] = []
const open = async () => {
  failure = undefined
  replyBody.length = 0
  world = await startTestServer({
    mailer: { send: () => Promise.resolve() },
    logger: {
      info: () => undefined,
      warn: () => undefined,
      error: (fields) => void replyBody.push(fields),
    },
    through: (storage) => ({
      ...storage,
      transact: (mode, work) =>
        failure === undefined ? storage.transact(mode, work) : Promise.reject(failure),
    }),
  })
}
afterEach(() => world.close())

const down = () => {
  failure = new StorageUnavailable("connect ECONNREFUSED db.internal:5432")
}

describe("a database that is down", () => {
  it("is 503 with Retry-After at every endpoint that takes a token, and names no host", async () => {
    await open()
    down()
    for (const endpoint of allEndpoints.filter(({ access }) => access !== undefined)) {
      const path = templateOf(endpoint).replaceAll(/\{\w+\}/g, "any")
      const reply = await world.send(path, {
        method: endpoint.method,
        headers: { authorization: `Bearer ${world.token}` },
      })
      const text = await reply.text()
      expect([endpoint.name, reply.status, reply.headers.get("retry-after")]).toEqual([
        endpoint.name,
        503,
        "5",
      ])
      expect(text).toMatch(
        endpoint.base === "oauth2" ? /"error":"temporarily_unavailable"/ : /"code":"unavailable"/,
      )
      expect(text).not.toContain("db.internal")
    }
    expect(JSON.stringify(replyBody)).toContain("db.internal")
  })

  const form = (fields: Readonly<Record<string, string>>) => ({
    method: "POST",
    body: new URLSearchParams(fields),
  })
  const asking = "response_type=code&client_id=x&redirect_uri=https%3A%2F%2Fapp.example%2Fcallback"
  it.each([
    [
      "/oauth2/token",
      () => form({ grant_type: "client_credentials", client_id: "x", client_secret: "y" }),
    ],
    ["/oauth2/introspect", () => form({ token: "t", client_id: "x", client_secret: "y" })],
    ["/oauth2/revoke", () => form({ token: "t", client_id: "x", client_secret: "y" })],
    [`/oauth2/authorize?${asking}`, () => ({})],
    ["/oauth2/client-info?client_id=x", () => ({})],
    ["/oauth2/.well-known/jwks.json", () => ({})],
    ["/oauth2/interaction/sy_ch_x", () => ({ headers: { accept: "text/html" } })],
    ["/oauth2/password-reset", () => form({ username: "ada" })],
    ["/oauth2/verify-email", () => form({ token: "t" })],
    ["/oauth2/account/sign-in", () => form({ username: "ada", password: "guess" })],
    ["/api/v1/ledger/checkpoint", () => ({})],
    ["/content/any", () => ({ headers: { authorization: "Bearer sy_ak_x" } })],
    [
      "/webhooks/in/payments/manual/0198a6a0-0000-7000-8000-000000000000",
      () => ({ method: "POST", body: "{}" }),
    ],
    ["/health/ready", () => ({})],
  ])("is 503 with Retry-After at %s", async (path, init) => {
    await open()
    down()
    const send = () => fetch(`${world.url}${path}`, init())
    const reply = await send()
    expect([reply.status, reply.headers.get("retry-after")]).toEqual([503, "5"])
    failure = undefined
    expect((await send()).status).not.toBe(503)
  })

  it("is Unavailable for an embedding program, with the store's own words as the cause", async () => {
    await open()
    down()
    await expect(world.symbolon.users.find({ user: "ada" })).rejects.toMatchObject({
      _tag: "Unavailable",
      cause: failure,
    })
    await expect(world.symbolon.authenticate(world.token)).rejects.toMatchObject({
      _tag: "Unavailable",
      cause: failure,
    })
  })

  it("that went away during a commit says that the outcome is not known", async () => {
    await open()
    failure = new StorageUnavailable("gone", { isOutcomeUnknown: true })
    const reply = await world.call("GET", "/api/v1/organizations")
    expect([reply.status, ((await reply.json()) as { message: string }).message]).toEqual([
      503,
      expect.stringContaining("read whether the change was saved"),
    ])
  })

  it("is told apart from a store that fails for another reason, which stays 500", async () => {
    await open()
    failure = new Error('relation "users" does not exist')
    expect((await world.call("GET", "/api/v1/organizations")).status).toBe(500)
  })
})
