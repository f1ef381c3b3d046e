import { type ClientRequest, request } from "node:http"
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest"
import { png } from "../../core/test/fixtures/files.ts"
import { createHandler } from "../src/create-handler.ts"
import { listen, type Listening } from "../src/listen.ts"
import { readBody } from "./fixtures/read.ts"
import { startTestServer, type TestServer } from "./fixtures/world.ts"

let world: TestServer
let listening: Listening
beforeEach(async () => {
  world = await startTestServer()
  listening = await listen({ port: 0, drainMs: 1000 })
})
afterEach(async () => {
  await listening.stop()
  await world.close()
})

const bytes = png(3, 2, 5000)
const serveWith = (uploadsPerAddress: number): void =>
  listening.answer(createHandler({ symbolon: world.symbolon, limits: "off", uploadsPerAddress }))

const begin = async (): Promise<{ readonly url: string; readonly path: string }> => {
  const started = await readBody(
    await world.call("POST", "/api/v1/files/uploads", {
      owner_type: "organization",
      owner_uuid: world.club.uuid,
      file_name: "pier.png",
      content_type: "image/png",
      size_in_bytes: bytes.length,
    }),
    201,
  )
  return {
    url: String(started["upload_url"]).replace("http://symbolon.test", listening.url),
    path: `/api/v1/files/uploads/${String(started["upload_id"])}`,
  }
}

interface Sending {
  readonly request: ClientRequest
  readonly answer: Promise<{ readonly status: number; readonly retryAfter: string | undefined }>
}

/** A PUT that has sent a part of its body. */
const send = (url: string, first: number): Sending => {
  const headers = { "content-type": "image/png", "content-length": bytes.length }
  const sending = request(url, { method: "PUT", headers, agent: false })
  const answer = new Promise<Awaited<Sending["answer"]>>((resolve, reject) => {
    sending.on("response", (reply) => {
      reply.resume()
      resolve({ status: reply.statusCode ?? 0, retryAfter: reply.headers["retry-after"] })
    })
    sending.on("error", reject)
  })
  sending.write(bytes.subarray(0, first))
  if (first === bytes.length) sending.end()
  return { request: sending, answer }
}

describe("uploads at once", () => {
  it("are as many for one address as the server allows; who sends slowly keeps others from nothing", async () => {
    serveWith(1)
    const [slow, other] = [await begin(), await begin()]
    const held = send(slow.url, 100)
    const refused = await vi.waitFor(
      async () => {
        const { status, retryAfter } = await send(other.url, bytes.length).answer
        expect(status).toBe(429)
        return retryAfter
      },
      { timeout: 10_000, interval: 20 },
    )
    expect(refused).toBe("5")
    held.request.end(bytes.subarray(100))
    expect((await held.answer).status).toBe(200)
    expect((await send(other.url, bytes.length).answer).status).toBe(200)
    for (const { path } of [slow, other]) await readBody(await world.call("PATCH", path, {}), 200)
  })

  it("leave no place taken when one breaks off", async () => {
    serveWith(1)
    const [broken, other] = [await begin(), await begin()]
    const held = send(broken.url, 100)
    held.answer.catch(() => undefined)
    await vi.waitFor(
      async () => expect((await send(other.url, bytes.length).answer).status).toBe(429),
      { timeout: 10_000, interval: 20 },
    )
    held.request.destroy()
    await vi.waitFor(
      async () => expect((await send(other.url, bytes.length).answer).status).toBe(200),
      { timeout: 10_000, interval: 20 },
    )
    await readBody(await world.call("PATCH", broken.path, {}), 409)
  })

  it("are a hundred, each of which becomes its file", async () => {
    serveWith(100)
    const uploads: Awaited<ReturnType<typeof begin>>[] = []
    for (let n = 0; n < 100; n += 1) uploads.push(await begin())
    // All of them are under way before one of them ends.
    const sendings = uploads.map(({ url }) => send(url, 100))
    for (const { request: sending } of sendings) sending.end(bytes.subarray(100))
    const answers = await Promise.all(sendings.map(({ answer }) => answer))
    expect(answers.filter(({ status }) => status !== 200)).toEqual([])
    const completed = await Promise.all(
      uploads.map(async ({ path }) => readBody(await world.call("PATCH", path, {}), 200)),
    )
    expect(new Set(completed.map(({ uuid }) => uuid)).size).toBe(100)
    expect(await world.symbolon.files.verify({})).toMatchObject({ checked: 100, faults: [] })
  })
})
