import { Agent, request as httpRequest } from "node:http"
import { connect } from "node:net"
import { afterEach, beforeEach, describe, expect, it } from "vitest"
import { createHandler, type Handler } from "../src/create-handler.ts"
import { listen, type Listening } from "../src/listen.ts"
import { startTestServer, type TestServer } from "./fixtures/world.ts"

let world: TestServer
let handler: Handler
let listening: Listening
/** Lets a test hold requests to `/health/ready` for as long as it likes. */
let held: Promise<void> | undefined
beforeEach(async () => {
  world = await startTestServer()
  held = undefined
  const slow = { ...world.symbolon, ready: async () => (await held, world.symbolon.ready()) }
  handler = createHandler({ symbolon: slow, limits: "off", bodyTimeoutMs: 300 })
  listening = await listen({ port: 0, drainMs: 1000 })
  listening.answer(handler)
})
afterEach(async () => {
  await listening.stop()
  await world.close()
})

const portOf = () => Number(new URL(listening.url).port)

/** Writes bytes to the server and collects what comes back until it hangs up, or for `ms`. */
const raw = (text: string, ms = 5000): Promise<string> =>
  new Promise((resolve, reject) => {
    let seen = ""
    const socket = connect(portOf(), "127.0.0.1", () => socket.write(text))
    const timer = setTimeout(() => socket.destroy(), ms)
    socket.on("data", (chunk) => (seen += chunk.toString("latin1")))
    socket.on("error", reject)
    socket.on("close", () => {
      clearTimeout(timer)
      resolve(seen)
    })
  })
/** Sends each text after the answer to the one before it. */
const inTurn = (texts: readonly string[]): Promise<string> =>
  new Promise((resolve, reject) => {
    let seen = ""
    const waiting = [...texts]
    const socket = connect(portOf(), "127.0.0.1", () => socket.write(waiting.shift() ?? ""))
    socket.on("data", (chunk) => {
      seen += chunk.toString("latin1")
      const next = waiting.shift()
      if (next !== undefined) socket.write(next)
    })
    socket.on("error", reject)
    socket.on("close", () => resolve(seen))
    setTimeout(() => socket.destroy(), 5000).unref()
  })
const post = (length: number, more = "") =>
  `POST /api/v1/organizations/harbour-club/membership-tiers HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${world.token}\r\nContent-Type: application/json\r\nContent-Length: ${length}\r\n${more}\r\n`
const isAlive = async () => (await fetch(`${listening.url}/health/live`)).status === 200

describe("starting", () => {
  it("tells whoever comes too early to come again", async () => {
    const early = await listen({ port: 0 })
    const reply = await fetch(`${early.url}/api/v1/organizations`)
    expect([
      reply.status,
      reply.headers.get("retry-after"),
      ((await reply.json()) as { code: string }).code,
    ]).toEqual([503, "1", "unavailable"])
    early.answer(handler)
    expect((await fetch(`${early.url}/health/live`)).status).toBe(200)
    await expect(listen({ port: Number(new URL(early.url).port) })).rejects.toThrow("EADDRINUSE")
    await early.stop()
  })
})

describe("stopping", () => {
  it("lets a running request end, takes no more, and is not ready meanwhile", async () => {
    let release = (): void => undefined
    held = new Promise((resolve) => (release = resolve))
    const running = fetch(`${listening.url}/health/ready`)
    await new Promise((resolve) => setTimeout(resolve, 50))
    const stopped = listening.stop()
    await expect(fetch(`${listening.url}/health/live`)).rejects.toThrow("fetch failed")
    // Whoever is connected already is told that it is over.
    release()
    const reply = await running
    expect([reply.status, reply.headers.get("connection")]).toEqual([200, "close"])
    await stopped
    expect((await handler.fetch(new Request("http://x/health/ready"))).status).toBe(503)
  })
  it("takes requests for a while yet, so that a balancer sees that it is not ready", async () => {
    const balanced = await listen({ port: 0, drainMs: 1000, drainPauseMs: 300 })
    balanced.answer(handler)
    const stopped = balanced.stop()
    const health = await fetch(`${balanced.url}/health/ready`)
    expect([health.status, await health.json()]).toMatchObject([503, { status: "draining" }])
    const reply = await fetch(`${balanced.url}/health/live`)
    expect([reply.status, reply.headers.get("connection")]).toEqual([200, "close"])
    await stopped
    await expect(fetch(`${balanced.url}/health/live`)).rejects.toThrow("fetch failed")
  })
  it("cuts off what does not end in time", async () => {
    held = new Promise(() => undefined)
    const running = fetch(`${listening.url}/health/ready`)
    await new Promise((resolve) => setTimeout(resolve, 50))
    const began = performance.now()
    await Promise.all([listening.stop(), expect(running).rejects.toThrow("fetch failed")])
    expect(performance.now() - began).toBeLessThan(3000)
  })
  it("resolves the handler's close when nothing is under way", async () => {
    let release = (): void => undefined
    held = new Promise((resolve) => (release = resolve))
    const running = handler.fetch(new Request("http://x/health/ready"))
    await new Promise((resolve) => setTimeout(resolve, 20))
    let isClosed = false
    const closed = handler.close().then(() => (isClosed = true))
    await new Promise((resolve) => setTimeout(resolve, 20))
    expect(isClosed).toBe(false)
    release()
    await Promise.all([running, closed])
  })
})

describe("connections", () => {
  it("are kept for the next request", async () => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 })
    const ports = new Set<number | undefined>()
    for (let n = 0; n < 5; n += 1)
      await new Promise<void>((resolve, reject) => {
        const sent = httpRequest(
          { agent, port: portOf(), path: n % 2 === 0 ? "/health/live" : "/nowhere" },
          (reply) => {
            ports.add(reply.socket.localPort)
            reply.resume().on("end", () => resolve())
          },
        )
        sent.on("error", reject).end()
      })
    agent.destroy()
    expect(ports.size).toBe(1)
  })
  it("are kept after a body that nobody wanted", async () => {
    const seen = await raw(
      `POST /nowhere HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\n\r\nhelloGET /health/live HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`,
    )
    expect(seen.match(/HTTP\/1\.1 \d+/g)).toEqual(["HTTP/1.1 404", "HTTP/1.1 200"])
  })
  it("end early under a body that is too large, after the reply", async () => {
    const seen = await raw(post(5_000_000_000) + "x".repeat(10_000))
    expect(seen).toMatch(/^HTTP\/1\.1 413 /)
    expect(seen).toContain('"code":"payload_too_large"')
    expect(seen.toLowerCase()).toContain("connection: close")
  })
  it("end when a body comes too slowly", async () => {
    const began = performance.now()
    const seen = await raw(`${post(100)}{"na`)
    expect(seen).toMatch(/^HTTP\/1\.1 408 /)
    expect(seen).toContain('"code":"request_timeout"')
    expect(performance.now() - began).toBeLessThan(3000)
  })
  it("that break off in the middle of a body leave nothing behind", async () => {
    await new Promise<void>((resolve) => {
      const socket = connect(portOf(), "127.0.0.1", () =>
        socket.write(`${post(100)}{"na`, () => socket.destroy()),
      )
      socket.on("close", () => resolve())
    })
    await new Promise((resolve) => setTimeout(resolve, 50))
    await handler.close()
    expect(
      (
        await world.symbolon.tiers.list({
          organization: "harbour-club",
          page: { page: 1, pageSize: 1, sortBy: "created_at", sortOrder: "asc" },
        })
      ).totalItems,
    ).toBe(0)
  })
  it("tell a sender that waits for leave to go on, or why not", async () => {
    const body = '{"name":"Friend"}'
    expect(
      await raw(`${post(body.length, "Expect: 100-continue\r\nConnection: close\r\n")}${body}`),
    ).toMatch(/^HTTP\/1\.1 100 Continue\r\n\r\nHTTP\/1\.1 201 /)
    expect(await raw(post(5_000_000, "Expect: 100-continue\r\n"), 1000)).toMatch(/^HTTP\/1\.1 413 /)
  })
  it("answer what is no request, or has too much head", async () => {
    expect(await raw("hello\r\n\r\n")).toMatch(/^HTTP\/1\.1 400 [\s\S]*"code":"bad_request"/)
    expect(await raw(`GET / HTTP/1.1\r\nHost: x\r\nX-Long: ${"x".repeat(20_000)}\r\n\r\n`)).toMatch(
      /^HTTP\/1\.1 431 /,
    )
    expect(
      await raw(
        "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
      ),
    ).toMatch(/^HTTP\/1\.1 400 /)
    expect(
      await raw(
        "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\nContent-Length: 6\r\n\r\nhello!",
      ),
    ).toMatch(/^HTTP\/1\.1 400 /)
    expect(await raw("GET / HTTP/1.1\r\nHost: x\r\nX: a\x00b\r\n\r\n")).toMatch(/^HTTP\/1\.1 400 /)
    expect(await isAlive()).toBe(true)
  })
  it("answer it on a kept connection too, after what came before it, however much of it arrives", async () => {
    const liveRequest = "GET /health/live HTTP/1.1\r\nHost: x\r\n\r\n"
    const long = (bytes: number) =>
      `GET / HTTP/1.1\r\nHost: x\r\nX-Long: ${"x".repeat(bytes)}\r\n\r\n`
    for (const [bad, status] of [
      [long(20_000), "431"],
      [long(400_000), "431"],
      ["hello\r\n\r\n", "400"],
    ] as const) {
      expect(
        (await raw(liveRequest + bad)).match(/HTTP\/1\.1 \d+/g),
        `pipelined ${status}`,
      ).toEqual(["HTTP/1.1 200", `HTTP/1.1 ${status}`])
      expect((await inTurn([liveRequest, bad])).match(/HTTP\/1\.1 \d+/g), `kept ${status}`).toEqual(
        ["HTTP/1.1 200", `HTTP/1.1 ${status}`],
      )
    }
    expect(await isAlive()).toBe(true)
  })
  it("answer pipelined requests in their order, and hang up on a flood of them", async () => {
    const one = (path: string, more = "") => `GET ${path} HTTP/1.1\r\nHost: x\r\n${more}\r\n`
    const few = await raw(
      one("/health/ready") + one("/nowhere") + one("/health/live", "Connection: close\r\n"),
    )
    expect(few.match(/HTTP\/1\.1 \d+/g)).toEqual(["HTTP/1.1 200", "HTTP/1.1 404", "HTTP/1.1 200"])
    held = new Promise(() => undefined)
    expect(await raw(one("/health/ready").repeat(1000)).catch(() => "")).toBe("")
    expect(await isAlive()).toBe(true)
  })
})
