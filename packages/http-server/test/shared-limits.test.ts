import { createServer, type Server } from "node:http"
import type { AddressInfo } from "node:net"
import { setTimeout as pause } from "node:timers/promises"
import { createSymbolon, type Symbolon } from "@symbolon/core"
import { memoryKeyVault } from "@symbolon/core/testing"
import { openPostgres } from "@symbolon/storage-postgres"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { type RestartableServer, startRestartable } from "../../storage-postgres/test/server.ts"
import { createHandler } from "../src/create-handler.ts"
import { registerClient } from "./fixtures/world.ts"

interface Running {
  readonly symbolon: Symbolon
  readonly server: Server
  readonly url: string
}

const errors: string[] = []
let postgres: RestartableServer
let servers: readonly [Running, Running]
let token: string

const start = async (): Promise<Running> => {
  const symbolon = await createSymbolon({
    storage: openPostgres({ connectionString: postgres.url, connectionTimeoutMillis: 700 }),
    vault: memoryKeyVault(new Uint8Array(32).fill(7)),
    migrate: true,
    logger: {
      info: () => undefined,
      warn: () => undefined,
      error: (_, message) => void errors.push(message),
    },
  })
  const server = createServer(createHandler({ symbolon }).listener)
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  return {
    symbolon,
    server,
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
  }
}

beforeAll(async () => {
  postgres = await startRestartable()
  servers = [await start(), await start()]
  const [{ symbolon }] = servers
  const owner = (await symbolon.users.create({ username: "owner", firstName: "Olga" })).user
  const club = await symbolon.organizations.create({ name: "Club", ownerUuid: owner.uuid })
  const client = await registerClient(symbolon, club.slug)
  token = (await symbolon.oauth.issueClientToken({ client, scope: undefined })).accessToken
})
afterAll(async () => {
  for (const { server, symbolon } of servers) {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
    await symbolon.close()
  }
  await postgres.stop()
})

const ask = (which: number, path: string, init: RequestInit = {}) =>
  fetch(`${servers[which % 2 === 0 ? 0 : 1].url}${path}`, init)
const bearer = () => ({ headers: { authorization: `Bearer ${token}` } })
const wrongSecret = () => ({
  method: "POST",
  body: new URLSearchParams({
    grant_type: "client_credentials",
    client_id: "x",
    client_secret: "y",
  }),
})
const remaining = (reply: Response) => Number(reply.headers.get("ratelimit-remaining"))

describe("two servers on one PostgreSQL", () => {
  it("share the limit of a token", async () => {
    const replies = [0, 1, 1, 0].map(() => -1)
    for (const [n] of replies.entries())
      replies[n] = remaining(await ask(n, "/api/v1/organizations", bearer()))
    expect(replies).toEqual([299, 298, 297, 296])
  })

  it("let exactly the limit through to one address and path, whichever is asked", async () => {
    const replies = await Promise.all(
      Array.from({ length: 50 }, (_, n) => ask(n, "/api/v1/ledger/keys")),
    )
    const statuses = replies.map(({ status }) => status)
    expect(statuses.filter((status) => status === 200)).toHaveLength(30)
    expect(statuses.filter((status) => status === 429)).toHaveLength(20)
    for (const reply of replies.filter(({ status }) => status === 429)) {
      const wait = Number(reply.headers.get("retry-after"))
      expect(wait).toBeGreaterThan(50)
      expect(reply.headers.get("ratelimit-reset")).toBe(String(wait))
    }
  })

  it("share failed authentication: the sixth failure is refused, wherever the others were", async () => {
    const statuses: number[] = []
    for (let n = 0; n < 7; n += 1)
      statuses.push((await ask(n, "/oauth2/token", wrongSecret())).status)
    expect(statuses).toEqual([401, 401, 401, 401, 401, 429, 429])
  })

  it("tell of the limit on every answer", async () => {
    const answers = [
      await ask(0, "/api/v1/organizations", bearer()),
      await ask(1, "/api/v1/organizations/none", bearer()),
      await ask(0, "/api/v1/sessions/none/checkin-manifest", bearer()),
      await ask(1, "/api/v1/sessions/none/admit", { method: "POST", ...bearer() }),
      await ask(0, "/api/v1/organizations", { headers: { authorization: "Bearer x" } }),
      await ask(1, "/nowhere"),
      await ask(0, "/api/v1/organizations/%zz"),
      await ask(1, "/api/v1/organizations", { method: "OPTIONS" }),
      await ask(0, "/oauth2/token", wrongSecret()),
      await ask(1, "/webhooks/in/channel", { method: "POST" }),
    ]
    for (const reply of answers) {
      const values = ["limit", "remaining", "reset", "policy"].map((name) => {
        const value = reply.headers.get(`ratelimit-${name}`)
        expect(reply.headers.get(`x-ratelimit-${name}`)).toBe(value)
        return value
      })
      expect([reply.url, values.join(" ")]).toEqual([
        reply.url,
        expect.stringMatching(/^\d+ \d+ \d+ \d+;w=\d+$/),
      ])
    }
  })

  it("count by themselves while it is away, refuse tokens, and share again when it is back", async () => {
    const page = "/oauth2/.well-known/openid-configuration"
    expect(remaining(await ask(0, page))).toBe(29)
    await postgres.down()
    const counted: number[] = []
    for (let n = 0; n < 3; n += 1) counted.push(remaining(await ask(0, page)))
    expect(counted).toEqual([29, 28, 27])
    const refused = await ask(0, "/oauth2/token", wrongSecret())
    expect([
      refused.status,
      refused.headers.get("retry-after"),
      ((await refused.json()) as { error: string }).error,
    ]).toEqual([503, "5", "temporarily_unavailable"])
    await postgres.up()
    await pause(1100)
    await expect
      .poll(async () => remaining(await ask(0, page)), { timeout: 10_000, interval: 1100 })
      .toBe(28)
    expect(errors.filter((line) => line.includes("rate limit store"))).toHaveLength(1)
  })
})
