import { execFile } from "node:child_process"
import { promisify } from "node:util"
import { describe, expect, it } from "vitest"
import { testClock } from "../../src/testing/index.ts"
import { cannedReceiver, httpReceiver, rawReceiver } from "../fixtures/receivers.ts"
import { loopbackHttp, post } from "./outgoing.ts"

const okay = () =>
  httpReceiver((request, response) => request.resume().on("end", () => response.end("ok")))

describe("a connection", () => {
  it("is used again, and closed when it has been idle for a second", async () => {
    await using receiver = await okay()
    await using outgoing = loopbackHttp()
    for (let n = 0; n < 20; n += 1)
      expect(await outgoing.send(post(receiver.port))).toMatchObject({ status: 200 })
    // A machine that is busy for a second may let one go.
    const used = receiver.sockets.length
    expect(used).toBeLessThan(4)
    await expect
      .poll(() => receiver.sockets.every(({ destroyed }) => destroyed), { timeout: 5_000 })
      .toBe(true)
    expect(await outgoing.send(post(receiver.port))).toMatchObject({ status: 200 })
    expect(receiver.sockets).toHaveLength(used + 1)
  })
  it("is made anew after a hundred requests, so that a changed name counts", async () => {
    await using receiver = await okay()
    const lookups: string[] = []
    await using outgoing = loopbackHttp({
      lookUp: async (host) => {
        lookups.push(host)
        return ["127.0.0.1"]
      },
    })
    const url = `http://club.example:${receiver.port}/`
    for (let n = 0; n < 210; n += 1)
      expect(await outgoing.send(post(1, { url }))).toMatchObject({ status: 200 })
    expect(lookups.length).toBe(receiver.sockets.length)
    expect(lookups.length).toBeGreaterThanOrEqual(3)
    expect(lookups.length).toBeLessThan(10)
  })
  it("is not used again where the receiver may be in the middle of something", async () => {
    await using receiver = await httpReceiver((_, response) => response.end("a".repeat(100_000)))
    await using outgoing = loopbackHttp()
    for (let n = 0; n < 3; n += 1)
      expect(await outgoing.send(post(receiver.port))).toMatchObject({ isCut: true })
    expect(receiver.sockets).toHaveLength(3)
  })
  it("that ended with its answer is not kept", async () => {
    await using receiver = await cannedReceiver("HTTP/1.0 200 OK\r\n\r\nok")
    await using outgoing = loopbackHttp()
    for (let n = 0; n < 3; n += 1)
      expect(await outgoing.send(post(receiver.port))).toMatchObject({ status: 200 })
    expect(receiver.sockets).toHaveLength(3)
  })
  it("carries one request at a time: none gets what another was sent", async () => {
    await using receiver = await httpReceiver((request, response) => {
      setTimeout(() => response.end(request.url), Math.random() * 20)
    })
    await using outgoing = loopbackHttp()
    const paths = Array.from({ length: 200 }, (_, n) => `/${n}`)
    const results = await Promise.all(
      paths.map((path) =>
        outgoing.send(post(1, { url: `http://127.0.0.1:${receiver.port}${path}` })),
      ),
    )
    expect(results.map((result) => result.kind === "answer" && String(result.body))).toEqual(paths)
  })
  it("with an answer too many is closed, and nobody gets that answer", async () => {
    const answer = (text: string) => `HTTP/1.1 200 OK\r\ncontent-length: 4\r\n\r\n${text}`
    await using receiver = await rawReceiver((socket) => {
      socket.on("data", () => socket.write(`${answer("mine")}${answer("evil")}`))
    })
    await using outgoing = loopbackHttp()
    for (let n = 0; n < 10; n += 1) {
      const result = await outgoing.send(post(receiver.port))
      expect(result).toMatchObject({ body: Buffer.from("mine") })
    }
  })

  it("of a thousand receivers is gone soon after", async () => {
    await using receiver = await okay()
    await using outgoing = loopbackHttp()
    const results = await Promise.all(
      Array.from({ length: 1_000 }, (_, n) =>
        outgoing.send(
          post(1, { url: `http://club-${n}.example:${receiver.port}/`, timeoutMs: 30_000 }),
        ),
      ),
    )
    expect(results.filter(({ status }) => status !== 200)).toEqual([])
    expect(receiver.sockets).toHaveLength(1_000)
    const open = () => receiver.sockets.filter(({ destroyed }) => !destroyed).length
    await expect.poll(open, { timeout: 10_000 }).toBe(0)
  })
})

describe("the requester", () => {
  it("measures on the wall clock", async () => {
    const clock = testClock("2026-11-21T10:00:00Z")
    await using receiver = await httpReceiver((_, response) => {
      clock.set(new Date("2026-11-21T10:00:01.234Z"))
      response.end()
    })
    await using outgoing = loopbackHttp({ wall: clock })
    expect(await outgoing.send(post(receiver.port))).toMatchObject({ durationMs: 1_234 })
  })

  it("leaves the fetch of the process alone, and loads undici with its first request", async () => {
    const program = `
      import { createRequire } from "node:module"
      import { openOutgoingHttp } from ${JSON.stringify(new URL("../../src/foundation/system/outgoing-http.ts", import.meta.url).href)}
      const loaded = () => Object.keys(createRequire(import.meta.url).cache).filter((file) => file.includes("undici")).length
      const outgoing = openOutgoingHttp({ httpsOnly: false, allowedNetworks: ["127.0.0.1"], wall: { now: () => new Date() } })
      const before = loaded()
      const { code } = await outgoing.send({ url: "http://127.0.0.1:9999/", method: "GET", headers: {}, timeoutMs: 5000, maxBodyBytes: 1 })
      const symbols = Object.getOwnPropertySymbols(globalThis).map(String).filter((name) => name.includes("undici"))
      console.log(JSON.stringify({ before, after: loaded() > 0, code, symbols }))
      await outgoing.close()
    `
    const { stdout } = await promisify(execFile)(process.execPath, [
      "--input-type=module",
      "--eval",
      program,
    ])
    expect(JSON.parse(stdout)).toEqual({
      before: 0,
      after: true,
      code: "connect_failed",
      symbols: [],
    })
  })
})
