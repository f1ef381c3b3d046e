import { randomBytes } from "node:crypto"
import { describe, expect, it } from "vitest"
import type { ObjectStore, Upload } from "../../src/foundation/ports/object-store.ts"

const mebibyte = 1024 * 1024
const minuteMs = 60_000
const baseUrl = "http://store.test"
const contentType = "image/png"

/** What came of a PUT: 200 with an ETag, or the status of the refusal. */
export interface Sent {
  readonly status: number
  readonly etag?: string | undefined
}

/** A store under test, and how a client sends bytes to its URLs. */
export interface StoreUnderTest {
  readonly store: ObjectStore
  /** The time by which its URLs expire, and how it goes on. */
  readonly now: () => Date
  readonly wait: (ms: number) => Promise<void>
  readonly put: (
    url: string,
    bytes: Uint8Array,
    sent?: { readonly type?: string; readonly length?: number },
  ) => Promise<Sent>
  /** The URL of one part with the number of another one, or of another upload. */
  readonly tampered: (url: string) => readonly string[]
}

/** A status other than 2xx. */
const isRefused = ({ status }: Sent): boolean => status < 200 || status > 299

let made = 0
const newKey = (): string => {
  made += 1
  return `2026/11/01900000-0000-7000-8000-${made.toString(16).padStart(12, "0")}`
}
/** A digest; which one, senders do not ask. */
const etagShape = /^"[0-9a-f]{32,64}"$/

/** All bytes of an object; undefined where there is none. */
export const bytesIn = async (
  store: ObjectStore,
  key: string,
  range?: { readonly first: number; readonly last: number },
): Promise<Buffer | undefined> => {
  const stream = await store.read(key, range)
  if (stream === undefined) return undefined
  const chunks: Uint8Array[] = []
  for await (const chunk of stream) chunks.push(chunk)
  return Buffer.concat(chunks)
}

/** What every object store promises. */
export const objectStoreSuite = (name: string, open: () => Promise<StoreUnderTest>): void => {
  const begun = async ({ store }: StoreUnderTest, isMultipart = false): Promise<Upload> => {
    const key = newKey()
    return { key, token: await store.begin({ key, contentType, isMultipart }) }
  }
  const urlFor = (
    { store, now }: StoreUnderTest,
    upload: Upload,
    sizeInBytes: number,
    { part, lifetimeMs = minuteMs }: { readonly part?: number; readonly lifetimeMs?: number } = {},
  ) => {
    const expiresAt = new Date(now().getTime() + lifetimeMs)
    const target = { ...upload, contentType, sizeInBytes, part, expiresAt, now: now(), baseUrl }
    return store.uploadUrl(target)
  }
  const uploaded = async (here: StoreUnderTest, bytes: Uint8Array): Promise<string> => {
    const upload = await begun(here)
    expect(await here.put(await urlFor(here, upload, bytes.length), bytes)).toEqual({
      status: 200,
      etag: expect.stringMatching(etagShape),
    })
    const completion = { ...upload, sizeInBytes: bytes.length, parts: undefined }
    expect(await here.store.complete(completion)).toBeUndefined()
    return upload.key
  }
  const partsSent = async (here: StoreUnderTest, upload: Upload, pieces: readonly Uint8Array[]) => {
    const parts = []
    for (const [index, bytes] of pieces.entries()) {
      const url = await urlFor(here, upload, bytes.length, { part: index + 1 })
      const { etag = "" } = await here.put(url, bytes)
      expect(etag).toMatch(etagShape)
      parts.push({ number: index + 1, etag })
    }
    return parts
  }

  describe(`objects in ${name}`, () => {
    it("are there once they are complete, byte for byte, and in ranges", async () => {
      const here = await open()
      const bytes = randomBytes(300_000)
      const upload = await begun(here)
      await here.put(await urlFor(here, upload, bytes.length), bytes)
      expect(await here.store.find(upload.key)).toBeUndefined()
      expect(await bytesIn(here.store, upload.key)).toBeUndefined()
      const completion = { ...upload, sizeInBytes: bytes.length, parts: undefined }
      expect(await here.store.complete(completion)).toBeUndefined()
      expect(await here.store.complete(completion)).toBeUndefined()
      expect(await here.store.find(upload.key)).toEqual({
        key: upload.key,
        sizeInBytes: bytes.length,
      })
      expect(await bytesIn(here.store, upload.key)).toEqual(bytes)
      expect(await bytesIn(here.store, upload.key, { first: 299_990, last: 299_999 })).toEqual(
        bytes.subarray(299_990),
      )
      expect(await bytesIn(here.store, upload.key, { first: 0, last: 0 })).toHaveLength(1)
    })

    it("do not change when their URL is used again after completion", async () => {
      const here = await open()
      const [first, second] = [randomBytes(1000), randomBytes(1000)]
      const upload = await begun(here)
      const url = await urlFor(here, upload, 1000)
      await here.put(url, first)
      await here.put(url, second)
      await here.store.complete({ ...upload, sizeInBytes: 1000, parts: undefined })
      await here.put(url, first)
      await here.store.complete({ ...upload, sizeInBytes: 1000, parts: undefined })
      expect(await bytesIn(here.store, upload.key)).toEqual(second)
    })

    it("are put by the service itself, once, and read like others", async () => {
      const { store } = await open()
      const key = newKey()
      const [first, second] = [randomBytes(70_000), randomBytes(70_000)]
      await store.put({ key, contentType, bytes: first })
      expect(await store.find(key)).toEqual({ key, sizeInBytes: 70_000 })
      await store.put({ key, contentType, bytes: second })
      expect(await bytesIn(store, key)).toEqual(first)
      await store.remove(key)
      expect(await store.find(key)).toBeUndefined()
    })

    it("are removed, and the others stay", async () => {
      const here = await open()
      const [gone, left] = [
        await uploaded(here, randomBytes(10)),
        await uploaded(here, randomBytes(10)),
      ]
      await here.store.remove(gone)
      await here.store.remove(gone)
      expect(await here.store.find(gone)).toBeUndefined()
      expect(await here.store.find(left)).toBeDefined()
    })

    it("are listed by age", async () => {
      const here = await open()
      const key = await uploaded(here, randomBytes(10))
      const listed = async (before: Date) => {
        const found = []
        for await (const object of here.store.list(before))
          if (object.key === key) found.push(object)
        return found
      }
      expect(await listed(new Date(Date.now() + 60_000))).toEqual([{ key, sizeInBytes: 10 }])
      expect(await listed(new Date(Date.now() - 60_000))).toEqual([])
    })
  })

  describe(`an upload URL of ${name}`, () => {
    it("takes the declared length and type alone, until it expires", async () => {
      const here = await open()
      const bytes = randomBytes(1000)
      const upload = await begun(here)
      const url = await urlFor(here, upload, 1000)
      const short = await urlFor(here, upload, 1000, { lifetimeMs: 1000 })
      await here.wait(2001)
      const refusals: Readonly<Record<string, Sent>> = {
        longer: await here.put(url, randomBytes(1001)),
        shorter: await here.put(url, randomBytes(999)),
        "another type": await here.put(url, bytes, { type: "text/html" }),
        "no type": await here.put(url, bytes, { type: "" }),
        late: await here.put(short, bytes),
        "a tampered signature": await here.put(
          `${url.slice(0, -1)}${url.endsWith("0") ? 1 : 0}`,
          bytes,
        ),
        "a tampered expiry": await here.put(url.replace(/expires=\d/i, "expires=9"), bytes),
      }
      for (const [what, sent] of Object.entries(refusals))
        expect([what, sent.status]).toEqual([what, 403])
      const elsewhere = here.tampered(url)
      expect(elsewhere.length).toBeGreaterThan(0)
      for (const other of elsewhere) expect((await here.put(other, bytes)).status).toBe(403)
      expect(isRefused(await here.put(url.replace(/\?.*/, ""), bytes))).toBe(true)
      const completion = { ...upload, sizeInBytes: 1000, parts: undefined }
      expect(await here.store.complete(completion)).toBe("missing")
      expect((await here.put(url, bytes)).status).toBe(200)
      expect(await here.store.complete(completion)).toBeUndefined()
      expect(await bytesIn(here.store, upload.key)).toEqual(bytes)
    })

    it("keeps nothing of a body that ends before its length", async () => {
      const here = await open()
      const upload = await begun(here)
      const url = await urlFor(here, upload, 1000)
      expect(isRefused(await here.put(url, randomBytes(999), { length: 1000 }))).toBe(true)
      expect(await here.store.complete({ ...upload, sizeInBytes: 1000, parts: undefined })).toBe(
        "missing",
      )
    })

    it("is unknown after the upload was abandoned, and after it was completed", async () => {
      const here = await open()
      const upload = await begun(here)
      const url = await urlFor(here, upload, 10)
      await here.put(url, randomBytes(10))
      await here.store.abort(upload)
      await here.store.abort(upload)
      expect((await here.put(url, randomBytes(10))).status).toBe(404)
      const completion = { ...upload, sizeInBytes: 10, parts: undefined }
      expect(await here.store.complete(completion)).toBe("missing")
      const done = await begun(here)
      const used = await urlFor(here, done, 10)
      await here.put(used, randomBytes(10))
      await here.store.complete({ ...completion, ...done })
      expect((await here.put(used, randomBytes(10))).status).toBe(404)
    })
  })

  describe(`parts in ${name}`, () => {
    it("become one object", async () => {
      const here = await open()
      const pieces = [5 * mebibyte, 5 * mebibyte, 123].map((size) => randomBytes(size))
      const upload = await begun(here, true)
      const parts = await partsSent(here, upload, pieces)
      const sizeInBytes = 10 * mebibyte + 123
      expect(await here.store.complete({ ...upload, sizeInBytes, parts })).toBeUndefined()
      expect(await here.store.complete({ ...upload, sizeInBytes, parts })).toBeUndefined()
      expect((await bytesIn(here.store, upload.key))?.equals(Buffer.concat(pieces))).toBe(true)
    })

    it("are refused if they are not what was sent, and may then be named rightly", async () => {
      const here = await open()
      const pieces = [randomBytes(5 * mebibyte), randomBytes(7)]
      const upload = await begun(here, true)
      const parts = await partsSent(here, upload, pieces)
      const [one, two] = parts
      if (one === undefined || two === undefined) throw new Error("two parts")
      const sizeInBytes = 5 * mebibyte + 7
      const complete = (named: typeof parts, size = sizeInBytes) =>
        here.store.complete({ ...upload, sizeInBytes: size, parts: named })
      expect(await complete([two, one])).toBe("order")
      expect(await complete([one, one])).toBe("order")
      expect(await complete([one, { ...two, etag: one.etag }])).toBe("part")
      expect(await complete([one, { ...two, number: 3 }])).toBe("part")
      expect(await complete([one])).toBe("size")
      expect(await complete(parts, sizeInBytes + 1)).toBe("size")
      expect(await here.store.find(upload.key)).toBeUndefined()
      expect(await complete(parts)).toBeUndefined()
    })

    it("have 5 MiB, but for the last", async () => {
      const here = await open()
      const pieces = [randomBytes(5 * mebibyte - 1), randomBytes(7)]
      const upload = await begun(here, true)
      const parts = await partsSent(here, upload, pieces)
      expect(await here.store.complete({ ...upload, sizeInBytes: 5 * mebibyte + 6, parts })).toBe(
        "small",
      )
    })
  })

  describe(`leftovers of uploads in ${name}`, () => {
    it("are removed by their age, and objects stay", async () => {
      const here = await open()
      const object = await uploaded(here, randomBytes(10))
      const upload = await begun(here)
      const url = await urlFor(here, upload, 10)
      await here.put(url, randomBytes(10))
      await here.store.sweep(new Date(Date.now() - minuteMs))
      expect((await here.put(url, randomBytes(10))).status).toBe(200)
      expect(await here.store.sweep(new Date(Date.now() + minuteMs))).toBeGreaterThan(0)
      expect((await here.put(url, randomBytes(10))).status).toBe(404)
      expect(await here.store.sweep(new Date(Date.now() + minuteMs))).toBe(0)
      expect(await here.store.find(object)).toBeDefined()
    })
  })

  describe(`a download of ${name}`, () => {
    it("is allowed for one object until a moment", async () => {
      const { store, now } = await open()
      const [key, other] = [newKey(), newKey()]
      const expiresAt = new Date(now().getTime() + minuteMs)
      const query = store.signDownload(key, expiresAt)
      expect(store.permitsDownload(key, query, now())).toBe(true)
      expect(store.permitsDownload(key, query, expiresAt)).toBe(true)
      expect(store.permitsDownload(key, query, new Date(expiresAt.getTime() + 1))).toBe(false)
      expect(store.permitsDownload(other, query, now())).toBe(false)
      expect(store.permitsDownload(key, query.replace("expires=1", "expires=2"), now())).toBe(false)
      expect(store.permitsDownload(key, `${query}x`, now())).toBe(false)
      expect(store.permitsDownload(key, "", now())).toBe(false)
    })
  })
}
