import { setTimeout as pause } from "node:timers/promises"
import { createSymbolon, type Symbolon } from "@symbolon/core"
import { memoryKeyVault } from "@symbolon/core/testing"
import { openPostgres } from "@symbolon/storage-postgres"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { portsOf } from "@symbolon/core/effect"
import { type RestartableServer, startRestartable } from "../../storage-postgres/test/server.ts"
import { createHandler, type Handler } from "../src/create-handler.ts"
import { registerClient } from "./fixtures/world.ts"

const connectionsMax = 3

let server: RestartableServer
let symbolon: Symbolon
let handler: Handler
let token: string
const warnings: string[] = []

beforeAll(async () => {
  server = await startRestartable()
  const storage = openPostgres({
    connectionString: server.url,
    max: connectionsMax,
    connectionTimeoutMillis: 700,
    onWarning: (message) => warnings.push(message),
  })
  symbolon = await createSymbolon({
    storage,
    vault: memoryKeyVault(new Uint8Array(32).fill(7)),
    migrate: true,
  })
  handler = createHandler({ symbolon, limits: "off" })
  symbolon.runWork()
  const owner = (await symbolon.users.create({ username: "owner", firstName: "Olga" })).user
  const club = await symbolon.organizations.create({ name: "Club", ownerUuid: owner.uuid })
  const client = await registerClient(symbolon, club.slug)
  token = (await symbolon.oauth.issueClientToken({ client, scope: undefined })).accessToken
})
afterAll(async () => {
  await handler.close()
  await symbolon.close()
  await server.stop()
})

const ask = (path: string, init: RequestInit = {}) =>
  handler.fetch(
    new Request(`http://127.0.0.1:8080${path}`, {
      ...init,
      headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
    }),
  )
const list = () => ask("/api/v1/organizations")
const addTier = (name: string) =>
  ask("/api/v1/organizations/club/membership-tiers", {
    method: "POST",
    body: JSON.stringify({ name, price_cents: 0, currency: "PHP" }),
  })
const replyBody = async (reply: Response) => [
  reply.status,
  reply.headers.get("retry-after"),
  ((await reply.json()) as { code?: string }).code,
]

describe("PostgreSQL that is stopped and started again", () => {
  it("is 503 with Retry-After while it is away, and everything works again when it is back", async () => {
    expect((await list()).status).toBe(200)
    let isOver = false
    const statuses = new Map<string, number>()
    const addedSlugs: string[] = []
    const load = async (writer: number) => {
      for (let n = 0; !isOver; n += 1) {
        const reply = await addTier(`t${writer}-${n}`)
        statuses.set(String(reply.status), (statuses.get(String(reply.status)) ?? 0) + 1)
        if (reply.status === 201) addedSlugs.push(((await reply.json()) as { slug: string }).slug)
        await pause(5)
      }
    }
    const loads = [1, 2, 3, 4, 5, 6].map(load)
    await pause(500)
    await server.down()
    await pause(300)
    expect(await replyBody(await list())).toEqual([503, "5", "unavailable"])
    expect(await replyBody(await addTier("away"))).toEqual([503, "5", "unavailable"])
    const ready = await ask("/health/ready")
    expect([ready.status, ready.headers.get("retry-after")]).toEqual([503, "5"])
    expect((await ask("/health/live")).status).toBe(200)
    const tokenReply = await handler.fetch(
      new Request("http://127.0.0.1:8080/oauth2/token", {
        method: "POST",
        body: new URLSearchParams({
          grant_type: "client_credentials",
          client_id: "x",
          client_secret: "y",
        }),
      }),
    )
    expect([tokenReply.status, tokenReply.headers.get("retry-after")]).toEqual([503, "5"])
    await server.up()
    await expect.poll(async () => (await list()).status, { timeout: 10_000 }).toBe(200)
    expect((await ask("/health/ready")).status).toBe(200)
    expect((await addTier("back")).status).toBe(201)
    isOver = true
    await Promise.all(loads)
    expect([...statuses.keys()].sort()).toEqual(["201", "503"])
    // What was answered as done is there.
    const newest = await ask(
      "/api/v1/organizations/club/membership-tiers?page_size=100&sort_by=created_at&sort_order=desc",
    )
    const slugs = ((await newest.json()) as { items: { slug: string }[] }).items.map(
      ({ slug }) => slug,
    )
    for (const slug of addedSlugs.slice(-20)) expect(slugs).toContain(slug)
  })

  it("is 503 when all connections are in use for too long, and works again when they are free", async () => {
    let release = (): void => undefined
    const held = new Promise<void>((resolve) => {
      release = resolve
    })
    const holders = Array.from({ length: connectionsMax }, () =>
      portsOf(symbolon).storage.transact("read", () => held),
    )
    await pause(50)
    expect(await replyBody(await list())).toEqual([503, "5", "unavailable"])
    release()
    await Promise.all(holders)
    expect((await list()).status).toBe(200)
  })
})
