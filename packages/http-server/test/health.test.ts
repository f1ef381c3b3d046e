import { afterEach, describe, expect, it } from "vitest"
import { createHandler } from "../src/create-handler.ts"
import { startTestServer, type TestServer } from "./fixtures/world.ts"

let world: TestServer
afterEach(() => world.close())

const ask = (handler: TestServer["handler"], path: string) =>
  handler.fetch(new Request(`http://x${path}`))

describe("health", () => {
  it("is ready when storage, migrations, keys and clock are well; and never counted", async () => {
    world = await startTestServer({ limits: "on" })
    const reply = await world.send("/health/ready")
    expect(await reply.json()).toEqual({
      status: "ready",
      checks: ["storage", "migrations", "keys", "clock"].map((name) => ({ name, ok: true })),
    })
    expect([...reply.headers.keys()].filter((name) => name.includes("ratelimit"))).toEqual([])
    for (let n = 0; n < 50; n += 1) expect((await world.send("/health/live")).status).toBe(200)
  })
  it("names what is not well and keeps the details for the log", async () => {
    world = await startTestServer()
    const replyBody: unknown[] = []
    const checks = [
      { name: "storage", ok: false, detail: "db.internal:5432 refused" },
      { name: "keys", ok: true, detail: "" },
    ] as const
    const handler = createHandler({
      symbolon: { ...world.symbolon, ready: () => Promise.resolve(checks) },
      logger: {
        info: () => undefined,
        warn: () => undefined,
        error: (fields) => void replyBody.push(fields),
      },
    })
    const reply = await ask(handler, "/health/ready")
    const text = await reply.text()
    expect([reply.status, JSON.parse(text)]).toEqual([
      503,
      {
        status: "unready",
        checks: [
          { name: "storage", ok: false },
          { name: "keys", ok: true },
        ],
      },
    ])
    expect(text).not.toContain("db.internal")
    expect(JSON.stringify(replyBody)).toContain("db.internal")
    expect((await ask(handler, "/health/live")).status).toBe(200)
  })
  it("is not ready while draining, and looks into the store once for all who ask at once", async () => {
    world = await startTestServer()
    let looked = 0
    const ready = async () => {
      looked += 1
      await new Promise((resolve) => setTimeout(resolve, 10))
      return []
    }
    const handler = createHandler({ symbolon: { ...world.symbolon, ready } })
    const replies = await Promise.all(
      Array.from({ length: 20 }, () => ask(handler, "/health/ready")),
    )
    expect([replies.every(({ status }) => status === 200), looked]).toEqual([true, 1])
    handler.drain()
    expect((await ask(handler, "/health/ready")).status).toBe(503)
    expect((await ask(handler, "/health/live")).status).toBe(200)
  })
  it("takes the channel's callback, whatever it says", async () => {
    world = await startTestServer()
    for (const body of ["{}", "<xml>", ""])
      expect((await world.send("/webhooks/in/channel", { method: "POST", body })).status).toBe(200)
  })
})
