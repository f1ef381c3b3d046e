import { portsOf } from "@symbolon/core/effect"
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest"
import { readBody } from "./fixtures/read.ts"
import { startTestServer, type TestServer } from "./fixtures/world.ts"

let world: TestServer
beforeAll(async () => {
  world = await startTestServer()
})
afterAll(() => world.close())

const sendersAtOnce = 24
const partBytes = 8 * 1024 * 1024
const oneByte = Buffer.from("x")

interface Begun {
  readonly path: string
  readonly urls: readonly string[]
}

const begin = async (sizeInBytes: number): Promise<Begun> => {
  const started = await readBody(
    await world.call("POST", "/api/v1/files/uploads", {
      owner_type: "organization",
      owner_uuid: world.club.uuid,
      file_name: "pier.png",
      content_type: "image/png",
      size_in_bytes: sizeInBytes,
    }),
    201,
  )
  const parts = started["parts"] as readonly { readonly upload_url: string }[] | null
  const urls = parts?.map((part) => part.upload_url) ?? [String(started["upload_url"])]
  return {
    path: `/api/v1/files/uploads/${String(started["upload_id"])}`,
    urls: urls.map((url) => url.replace("http://symbolon.test", world.url)),
  }
}

const send = async (url: string, bytes: Uint8Array) => {
  const headers = { "content-type": "image/png" }
  const reply = await fetch(url, { method: "PUT", headers, body: bytes as Uint8Array<ArrayBuffer> })
  await reply.arrayBuffer()
  return { status: reply.status, etag: reply.headers.get("etag") ?? "" }
}
const put = async (url: string, bytes: Uint8Array) => (await send(url, bytes)).status

/** Ends an upload while many send to one of its URLs, again and again; answers the statuses. */
const endWhileSending = async (url: string, bytes: Uint8Array, end: () => Promise<Response>) => {
  let isOver = false
  const sent = new Set<number>()
  const sender = async (): Promise<void> => {
    do sent.add(await put(url, bytes))
    while (!isOver)
  }
  const senders = Array.from({ length: sendersAtOnce }, sender)
  const reply = await end()
  await reply.arrayBuffer()
  isOver = true
  await Promise.all(senders)
  return { ended: reply.status, unexpected: [...sent].filter((each) => ![200, 404].includes(each)) }
}

/** What uploads left in the store. */
const leftovers = () =>
  portsOf(world.symbolon).objectStore?.sweep(new Date(world.symbolon.wall.now().getTime() + 60_000))

beforeEach(async () => {
  await leftovers()
})

describe("an upload that ends while its bytes arrive", () => {
  it("is abandoned: its URLs take nothing more, and nothing stays", async () => {
    for (let round = 0; round < 20; round += 1) {
      const { path, urls } = await begin(partBytes + 1)
      const url = urls[1] ?? ""
      expect(await put(url, oneByte)).toBe(200)
      const ended = await endWhileSending(url, oneByte, () => world.call("DELETE", path))
      expect({ round, ...ended }).toEqual({ round, ended: 200, unexpected: [] })
      expect(await put(url, oneByte)).toBe(404)
      await readBody(await world.call("DELETE", path), 404)
    }
    expect(await leftovers()).toBe(0)
  })

  it("is refused for its bytes, and is gone then", async () => {
    for (let round = 0; round < 5; round += 1) {
      const { path, urls } = await begin(partBytes + 1)
      const [first = "", second = ""] = urls
      const parts = [
        { part_number: 1, etag: (await send(first, new Uint8Array(partBytes))).etag },
        { part_number: 2, etag: (await send(second, oneByte)).etag },
      ]
      const ended = await endWhileSending(second, oneByte, () =>
        world.call("PATCH", path, { parts }),
      )
      expect({ round, ...ended }).toEqual({ round, ended: 422, unexpected: [] })
      expect(await put(second, oneByte)).toBe(404)
      await readBody(await world.call("PATCH", path, { parts }), 404)
    }
    expect(await leftovers()).toBe(0)
  })
})
