import { randomBytes } from "node:crypto"
import { mkdtemp, readdir, readFile, rm, stat, truncate, utimes, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { describe, expect, it } from "vitest"
import type { ObjectStore, Received } from "../../src/foundation/ports/object-store.ts"
import { localFiles } from "../../src/foundation/system/local-files.ts"
import { objectStoreSuite, type StoreUnderTest } from "./object-store.suite.ts"

const now = new Date("2026-11-21T12:00:00.000Z")
const newDirectory = () => mkdtemp(join(tmpdir(), "symbolon-files-"))
const statusOf = { forbidden: 403, unknown: 404, too_long: 400, incomplete: 400 } as const

const sentOf = (received: Received) =>
  "etag" in received ? { status: 200, etag: received.etag } : { status: statusOf[received.refusal] }

const overDirectory = async (directory: string): Promise<StoreUnderTest> => {
  const store = await localFiles(directory)
  let time = now.getTime()
  return {
    store,
    now: () => new Date(time),
    wait: async (ms) => {
      time += ms
    },
    put: async (url, bytes, { type = "image/png", length = bytes.length } = {}) => {
      const { pathname, search } = new URL(url)
      const [, , token = "", part = ""] = pathname.split("/")
      return sentOf(
        await store.receive({
          token,
          part,
          query: search.slice(1),
          contentType: type === "" ? undefined : type,
          contentLength: String(length),
          now: new Date(time),
          body: async function* () {
            for (let from = 0; from < bytes.length; from += 65_536)
              yield bytes.subarray(from, from + 65_536)
          },
        }),
      )
    },
    tampered: (url) => [
      url.replace("/object", "/1"),
      url.replace(/uploads\/../, "uploads/00"),
      url.replace(/length=\d+/, "length=1001"),
    ],
  }
}

objectStoreSuite("a directory", async () => overDirectory(await newDirectory()))

const begin = (store: ObjectStore) =>
  store.begin({
    key: "2026/11/01900000-0000-7000-8000-000000000001",
    contentType: "image/png",
    isMultipart: false,
  })

describe("a directory of files", () => {
  it("keeps its signing key, which others cannot read", async () => {
    const directory = await newDirectory()
    const [first, second] = await Promise.all([localFiles(directory), localFiles(directory)])
    const query = first.signDownload("2026/11/a", now)
    expect(second.permitsDownload("2026/11/a", query, now)).toBe(true)
    expect((await localFiles(directory)).permitsDownload("2026/11/a", query, now)).toBe(true)
    expect((await localFiles(await newDirectory())).permitsDownload("2026/11/a", query, now)).toBe(
      false,
    )
    expect((await stat(join(directory, "signing-key"))).mode & 0o777).toBe(0o600)
    expect((await readdir(directory)).toSorted()).toEqual([
      "drafts",
      "incoming",
      "objects",
      "signing-key",
    ])
  })

  it.each(["../secret", "2026/11/../../../secret", "/etc/passwd", "2026/11/", ""])(
    "has no object %j",
    async (key) => {
      const store = await localFiles(await newDirectory())
      await expect(store.find(key)).rejects.toThrow("names nothing")
      await expect(store.read(key)).rejects.toThrow("names nothing")
      await expect(async () => store.remove(key)).rejects.toThrow("names nothing")
    },
  )

  it.each([
    ["..", "object"],
    ["../objects", "1"],
    ["a".repeat(32), "../object"],
    ["a".repeat(32), "0"],
  ])("receives nothing at %j, %j", async (token, part) => {
    const store = await localFiles(await newDirectory())
    const received = await store.receive({
      token,
      part,
      query: "",
      contentType: "image/png",
      contentLength: "1",
      now,
      body: () => {
        throw new Error("must not be read")
      },
    })
    expect(received).toHaveProperty("refusal")
  })

  it("never writes over an object: of two at once one is kept, and the other is told", async () => {
    const directory = await newDirectory()
    const store = await localFiles(directory)
    for (let n = 0; n < 20; n += 1) {
      const key = `2026/11/01900000-0000-7000-8000-${String(n).padStart(12, "0")}`
      const put = (text: string) =>
        store.restore({
          key,
          sizeInBytes: text.length,
          bytes: async function* () {
            yield Buffer.from(text)
          },
        })
      const texts = ["one", "two"] as const
      const kept = await Promise.all(texts.map(put))
      expect(kept.filter(Boolean)).toHaveLength(1)
      const found = await readFile(join(directory, "objects", key), "utf8")
      expect(found).toBe(texts[kept.indexOf(true)])
      expect(await put(found)).toBe(true)
    }
    expect(await readdir(join(directory, "drafts"))).toEqual([])
  })

  it("keeps nothing of a body that breaks off", async () => {
    const directory = await newDirectory()
    const store = await localFiles(directory)
    const token = await begin(store)
    const upload = { key: "2026/11/01900000-0000-7000-8000-000000000001", token }
    const url = await store.uploadUrl({
      ...upload,
      contentType: "image/png",
      sizeInBytes: 100,
      part: undefined,
      expiresAt: now,
      now,
      baseUrl: "http://store.test",
    })
    await expect(
      store.receive({
        token,
        part: "object",
        query: new URL(url).search.slice(1),
        contentType: "image/png",
        contentLength: "100",
        now,
        body: async function* () {
          yield new Uint8Array(50)
          throw new Error("the connection closed")
        },
      }),
    ).rejects.toThrow("the connection closed")
    expect(await readdir(join(directory, "drafts"))).toEqual([])
    expect(await readdir(join(directory, "incoming", token))).toEqual([])
  })

  it("refuses a body that is longer than its header says, and keeps nothing", async () => {
    const here = await overDirectory(await newDirectory())
    const upload = {
      key: "2026/11/01900000-0000-7000-8000-000000000001",
      token: await begin(here.store),
    }
    const url = await here.store.uploadUrl({
      ...upload,
      contentType: "image/png",
      sizeInBytes: 1000,
      part: undefined,
      expiresAt: now,
      now,
      baseUrl: "http://store.test",
    })
    expect((await here.put(url, new Uint8Array(1001), { length: 1000 })).status).toBe(400)
    expect(await here.store.complete({ ...upload, sizeInBytes: 1000, parts: undefined })).toBe(
      "missing",
    )
  })

  // Parts are not synced one by one: a power failure may leave any of these of one that was answered.
  it.each([
    ["empty", (path: string) => truncate(path, 0)],
    ["shorter", (path: string) => truncate(path, 6_000_000)],
    // What a file system gives back for a size that was written and bytes that were not.
    ["full of zeros", (path: string) => writeFile(path, Buffer.alloc(6 * 1024 * 1024))],
    ["gone", (path: string) => rm(path)],
  ])("refuses a part that is %s since it was sent, until it is sent again", async (_, damage) => {
    const directory = await newDirectory()
    const here = await overDirectory(directory)
    const key = "2026/11/01900000-0000-7000-8000-000000000001"
    const token = await here.store.begin({ key, contentType: "image/png", isMultipart: true })
    const pieces = [randomBytes(6 * 1024 * 1024), randomBytes(7)]
    const send = async (part: number) => {
      const bytes = pieces[part - 1] ?? Buffer.alloc(0)
      const url = await here.store.uploadUrl({
        key,
        token,
        contentType: "image/png",
        sizeInBytes: bytes.length,
        part,
        expiresAt: now,
        now,
        baseUrl: "http://store.test",
      })
      const { etag = "" } = await here.put(url, bytes)
      return { number: part, etag }
    }
    const sizeInBytes = 6 * 1024 * 1024 + 7
    const parts = [await send(1), await send(2)]
    const complete = async () =>
      (await localFiles(directory)).complete({ key, token, sizeInBytes, parts })
    await damage(join(directory, "incoming", token, "1"))
    expect(["part", "size", "small"]).toContain(await complete())
    expect(await here.store.find(key)).toBeUndefined()
    expect(await readdir(join(directory, "drafts"))).toEqual([])
    expect(await send(1)).toEqual(parts[0])
    expect(await complete()).toBeUndefined()
    expect(await readFile(join(directory, "objects", key))).toEqual(Buffer.concat(pieces))
  })

  it("sweeps what nobody added to for a while, and only that", async () => {
    const directory = await newDirectory()
    const store = await localFiles(directory)
    const [old, young] = [await begin(store), await begin(store)]
    await utimes(join(directory, "incoming", old), now, now)
    expect(await store.sweep(new Date(now.getTime() + 1))).toBe(1)
    expect(await readdir(join(directory, "incoming"))).toEqual([young])
  })
})
