import { createSymbolon, type Symbolon } from "@symbolon/core"
import { s3Files } from "@symbolon/core/s3-files"
import { memoryKeyVault } from "@symbolon/core/testing"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { openMemory } from "@symbolon/core/memory"
import { png } from "../../../core/test/fixtures/files.ts"
import { makeBucket, openS3Server } from "./bucket.ts"
import type { S3Server } from "./swift.ts"

let swift: S3Server
let symbolon: Symbolon
let store: ReturnType<typeof s3Files>
let ownerUuid: string
beforeAll(async () => {
  swift = await openS3Server()
  store = s3Files(await makeBucket(swift, `symbolon-after-${process.pid}`))
  symbolon = await createSymbolon({
    storage: openMemory(),
    vault: memoryKeyVault(new Uint8Array(32).fill(7)),
    objectStore: store,
  })
  ownerUuid = (await symbolon.users.create({ username: "ada", firstName: "Ada" })).user.uuid
})
afterAll(async () => {
  await symbolon?.close()
  await swift?.[Symbol.asyncDispose]()
})

const strayKey = "2026/11/01900000-0000-7000-8000-0000000000ff"
const contentType = "image/png"
/** So that what was made just now is old enough for a sweep. */
const tomorrow = (): Date => new Date(Date.now() + 86_400_000)

const uploaded = async (): Promise<{ readonly uuid: string; readonly key: string }> => {
  const bytes = png(3, 2, 5000)
  const started = await symbolon.files.startUpload({
    ownerType: "user",
    ownerUuid,
    fileName: "pier.png",
    contentType,
    sizeInBytes: bytes.length,
  })
  const reply = await fetch(String(started.url), {
    method: "PUT",
    body: bytes as Uint8Array<ArrayBuffer>,
    headers: { "content-type": contentType },
  })
  expect(reply.status).toBe(200)
  const { uuid, storageKey } = await symbolon.files.completeUpload({ uploadId: started.uploadId })
  return { uuid, key: storageKey }
}

describe("files in a bucket", () => {
  it("are verified: an object that is missing, and one that no file names", async () => {
    const [kept, lost] = [await uploaded(), await uploaded()]
    expect(await symbolon.files.verify({})).toMatchObject({ checked: 2, faults: [] })
    await store.remove(lost.key)
    await store.put({ key: strayKey, contentType, bytes: png(3, 2, 700) })
    expect(await symbolon.files.verify({})).toMatchObject({
      faults: [{ uuid: lost.uuid, foundBytes: undefined }],
    })
    expect(await symbolon.files.listStrays({})).toEqual({
      count: 1,
      sizeInBytes: 700,
      storageKeys: [strayKey],
    })
    // A sweep of today removes neither: the stray is too young, and a lost file keeps its row.
    expect(await symbolon.files.sweep({})).toEqual({ cleared: 0, orphans: 0, leftovers: 0 })
    expect(await symbolon.files.sweep({ strayBefore: tomorrow() })).toMatchObject({ orphans: 1 })
    expect(await store.find(strayKey)).toBeUndefined()
    expect(await store.find(kept.key)).toMatchObject({ key: kept.key })
  })

  it("are swept of half an upload in parts", async () => {
    const key = "2026/11/01900000-0000-7000-8000-0000000000fe"
    const token = await store.begin({ key, contentType, isMultipart: true })
    const now = new Date()
    const target = {
      key,
      token,
      contentType,
      sizeInBytes: 5000,
      part: 1,
      now,
      expiresAt: tomorrow(),
      baseUrl: "",
    }
    const put = async () =>
      fetch(await store.uploadUrl(target), {
        method: "PUT",
        body: png(3, 2, 5000) as Uint8Array<ArrayBuffer>,
        headers: { "content-type": contentType },
      })
    expect((await put()).status).toBe(200)
    expect(await symbolon.files.sweep({})).toMatchObject({ leftovers: 0 })
    expect((await symbolon.files.sweep({ strayBefore: tomorrow() })).leftovers).toBeGreaterThan(0)
    const completion = { key, token, sizeInBytes: 5000, parts: [{ number: 1, etag: '"x"' }] }
    expect(await store.complete(completion)).toBe("missing")
    expect(await symbolon.files.sweep({ strayBefore: tomorrow() })).toMatchObject({ leftovers: 0 })
  })
})
