import { randomBytes } from "node:crypto"
import { beforeEach, describe, expect, it } from "vitest"
import { createSymbolon, type Symbolon } from "../../src/create-symbolon.ts"
import { storageKeyOf } from "../../src/files/file-rules.ts"
import type { ObjectStore } from "../../src/foundation/ports/object-store.ts"
import { openMemory } from "../../src/memory/index.ts"
import { memoryKeyVault, testClock } from "../../src/testing/index.ts"
import { newObjectStore, png, putTo, sendFile, uploadFile } from "../fixtures/files.ts"

const mebibyte = 1024 * 1024
const minuteMs = 60_000

let store: Required<ObjectStore>
let symbolon: Symbolon
let userUuid: string
let club: { readonly uuid: string; readonly slug: string }

const open = async (objectStore?: ObjectStore): Promise<Symbolon> =>
  createSymbolon({
    storage: openMemory({ strict: true }),
    vault: memoryKeyVault(new Uint8Array(32).fill(7)),
    testClock: testClock(new Date("2026-11-21T12:00:00.000Z")),
    baseUrl: "http://files.test",
    ...(objectStore === undefined ? {} : { objectStore }),
  })

beforeEach(async () => {
  store = await newObjectStore()
  symbolon = await open(store)
  userUuid = (await symbolon.users.create({ username: "ada", firstName: "Ada" })).user.uuid
  const ownerUuid = (await symbolon.users.create({ username: "olga", firstName: "Olga" })).user.uuid
  club = await symbolon.organizations.create({ name: "Harbour Club", ownerUuid })
})

const ofUser = () => ({ ownerType: "user", ownerUuid: userUuid }) as const
const ofClub = () => ({ ownerType: "organization", ownerUuid: club.uuid }) as const
const hasBytes = async (uuid: string): Promise<boolean> =>
  (await store.find(storageKeyOf(uuid))) !== undefined
const wait = async (ms: number): Promise<void> =>
  void (await symbolon.testClock?.moveTo(new Date(symbolon.clock.now().getTime() + ms)))

describe("an upload in parts", () => {
  it("becomes one file, whatever the number of completions at once", async () => {
    const bytes = randomBytes(9 * mebibyte)
    const contentType = "application/octet-stream"
    const upload = await symbolon.files.startUpload({
      ...ofClub(),
      fileName: "log.bin",
      contentType,
      sizeInBytes: bytes.length,
    })
    expect(upload.url).toBeUndefined()
    expect(upload.parts?.map(({ sizeInBytes }) => sizeInBytes)).toEqual([8 * mebibyte, mebibyte])
    const parts: { readonly number: number; readonly etag: string }[] = []
    for (const { number, url, sizeInBytes } of upload.parts ?? []) {
      const from = (number - 1) * 8 * mebibyte
      const sent = { contentType, now: symbolon.clock.now() }
      const received = await putTo(store, url, bytes.subarray(from, from + sizeInBytes), sent)
      parts.push({ number, etag: "etag" in received ? received.etag : "" })
    }
    const { uploadId } = upload
    await expect(symbolon.files.completeUpload({ uploadId })).rejects.toMatchObject({
      errors: { parts: "must name all 2 parts" },
    })
    await expect(
      symbolon.files.completeUpload({ uploadId, parts: parts.toReversed() }),
    ).rejects.toMatchObject({ errors: { parts: expect.stringContaining("ascending") } })
    const completed = await Promise.all(
      Array.from({ length: 5 }, () => symbolon.files.completeUpload({ uploadId, parts })),
    )
    expect(new Set(completed.map(({ uuid }) => uuid)).size).toBe(1)
    expect(completed[0]?.sizeInBytes).toBe(9 * mebibyte)
  })
})

describe("unfinished uploads", () => {
  const most = 100
  const start = (owner: ReturnType<typeof ofUser> | ReturnType<typeof ofClub>) =>
    symbolon.files.startUpload({
      ...owner,
      fileName: "pier.png",
      contentType: "image/png",
      sizeInBytes: 100,
    })

  it("are at most a hundred of one holder, until some end", async () => {
    const started = []
    for (let n = 0; n < most; n += 1) started.push(await start(ofClub()))
    await expect(start(ofClub())).rejects.toMatchObject({
      _tag: "Conflict",
      reason: "too_many_uploads",
      details: { pending: most, most },
    })
    await start(ofUser())
    await symbolon.files.abandonUpload({ uploadId: started[0]?.uploadId ?? "" })
    await start(ofClub())
    await expect(start(ofClub())).rejects.toMatchObject({ reason: "too_many_uploads" })
    await wait(15 * minuteMs)
    await start(ofClub())
  })

  it("are no more when they begin together", async () => {
    const starts = Array.from({ length: most + 20 }, () => start(ofUser()))
    const ended = await Promise.allSettled(starts)
    expect(ended.filter(({ status }) => status === "fulfilled")).toHaveLength(most)
  })
})

describe("the sweep of files", () => {
  it("clears an upload that nobody finished in 15 minutes, and no other", async () => {
    const late = await sendFile(symbolon, store, ofUser())
    const done = await uploadFile(symbolon, store, ofUser())
    await wait(14 * minuteMs)
    expect(await symbolon.files.sweep({})).toMatchObject({ cleared: 0 })
    await wait(minuteMs)
    await expect(symbolon.files.completeUpload({ uploadId: late })).rejects.toMatchObject({
      _tag: "NotFound",
    })
    expect(await symbolon.files.sweep({})).toEqual({ cleared: 1, orphans: 0, leftovers: 0 })
    expect(await symbolon.files.sweep({})).toMatchObject({ cleared: 0 })
    expect(await hasBytes(done.uuid)).toBe(true)
  })

  it("runs once a day", async () => {
    await sendFile(symbolon, store, ofUser())
    await wait(25 * 60 * minuteMs)
    expect(await symbolon.files.sweep({})).toMatchObject({ cleared: 0 })
  })

  it("removes bytes that no file names once they are old, and leftovers of uploads", async () => {
    const kept = await uploadFile(symbolon, store, ofUser())
    const stray = "2026/11/01900000-0000-7000-8000-00000000abcd"
    const upload = { key: stray, contentType: "image/png", isMultipart: false }
    const token = await store.begin(upload)
    const target = { ...upload, token, sizeInBytes: 100, part: undefined }
    const url = await store.uploadUrl({
      ...target,
      expiresAt: symbolon.clock.now(),
      now: symbolon.clock.now(),
      baseUrl: "http://files.test",
    })
    await putTo(store, url, png(), { contentType: "image/png", now: symbolon.clock.now() })
    await store.complete({ key: stray, token, sizeInBytes: 100, parts: undefined })
    await store.begin(upload)
    expect(await symbolon.files.sweep({})).toEqual({ cleared: 0, orphans: 0, leftovers: 0 })
    const strayBefore = new Date(Date.now() + minuteMs)
    expect(await symbolon.files.sweep({ strayBefore })).toEqual({
      cleared: 0,
      orphans: 1,
      leftovers: 1,
    })
    expect(await hasBytes(kept.uuid)).toBe(true)
  })
})

describe("an upload that is abandoned while it is completed", () => {
  const abandonedBy = async (verb: "complete" | "find") => {
    let uploadId = ""
    const racing: ObjectStore = {
      ...store,
      [verb]: async (input: never) => {
        const before =
          verb === "find" ? undefined : await symbolon.files.abandonUpload({ uploadId })
        const answer = await store[verb](input)
        if (before === undefined) await symbolon.files.abandonUpload({ uploadId })
        return verb === "find" ? undefined : answer
      },
    }
    symbolon = await open(racing)
    const { user } = await symbolon.users.create({ username: "ada", firstName: "Ada" })
    uploadId = await sendFile(symbolon, store, { ownerType: "user", ownerUuid: user.uuid })
    return symbolon.files.completeUpload({ uploadId })
  }

  it.each(["complete", "find"] as const)("at its %s is not there", async (verb) => {
    await expect(abandonedBy(verb)).rejects.toMatchObject({ _tag: "NotFound", what: "upload" })
    const later = new Date(Date.now() + minuteMs)
    expect(await symbolon.files.sweep({ strayBefore: later })).toEqual({
      cleared: 0,
      orphans: 0,
      leftovers: 0,
    })
  })
})

describe("files go with their holder", () => {
  it("when an account is deleted", async () => {
    const file = await uploadFile(symbolon, store, ofUser())
    const other = await uploadFile(symbolon, store, ofClub())
    await symbolon.users.delete({ userUuid })
    await expect(symbolon.files.get({ file: file.slug })).rejects.toMatchObject({
      _tag: "NotFound",
    })
    const query = new URL(file.url).search.slice(1)
    await expect(
      symbolon.files.locate({ storageKey: file.storageKey, query }),
    ).rejects.toMatchObject({ _tag: "NotFound" })
    expect(await symbolon.files.sweep({})).toMatchObject({ cleared: 1 })
    expect(await hasBytes(file.uuid)).toBe(false)
    expect(await hasBytes(other.uuid)).toBe(true)
  })

  it("when an account is deleted whose URL of an upload is still good: what it brings is swept", async () => {
    const bytes = png()
    const upload = await symbolon.files.startUpload({
      ...ofUser(),
      fileName: "a.png",
      contentType: "image/png",
      sizeInBytes: bytes.length,
    })
    const put = () =>
      putTo(store, upload.url ?? "", bytes, {
        contentType: "image/png",
        now: symbolon.clock.now(),
      })
    await symbolon.users.delete({ userUuid })
    expect(await put()).toHaveProperty("etag")
    await expect(
      symbolon.files.completeUpload({ uploadId: upload.uploadId }),
    ).rejects.toMatchObject({ _tag: "NotFound" })
    expect(await symbolon.files.sweep({})).toEqual({ cleared: 1, orphans: 0, leftovers: 0 })
    expect(await put()).toEqual({ refusal: "unknown" })
    expect(await store.sweep(new Date(Date.now() + minuteMs))).toBe(0)
  })

  it("when an organization is deleted", async () => {
    const activity = await symbolon.activities.create({ organization: club.slug, name: "Sailing" })
    const owners = [ofClub(), { ownerType: "activity", ownerUuid: activity.uuid } as const]
    for (const owner of owners) await uploadFile(symbolon, store, owner)
    const users = await uploadFile(symbolon, store, ofUser())
    await symbolon.organizations.delete({ organization: club.slug, confirm: club.slug })
    expect(await symbolon.files.sweep({})).toMatchObject({ cleared: 2 })
    expect(await hasBytes(users.uuid)).toBe(true)
  })
})

describe("what an owner can have", () => {
  it.each([
    ["user", "video/mp4", 100, "content_type"],
    ["organization", "image/svg+xml", 100, "content_type"],
    ["organization", "image/png", 100 * mebibyte + 1, "size_in_bytes"],
  ] as const)("is not, for a %s, %s of %d bytes", async (ownerType, contentType, size, field) => {
    const { ownerUuid } = ownerType === "user" ? ofUser() : ofClub()
    const input = { ownerType, ownerUuid, fileName: "a", contentType, sizeInBytes: size }
    const refused = symbolon.files.startUpload(input)
    await expect(refused).rejects.toMatchObject({ _tag: "Invalid" })
    expect(Object.keys((await refused.catch((reason) => reason)).errors)).toEqual([field])
  })

  it("is nothing where the deployment keeps no files", async () => {
    const without = await open()
    const { user } = await without.users.create({ username: "ada", firstName: "Ada" })
    await expect(
      without.files.startUpload({
        ownerType: "user",
        ownerUuid: user.uuid,
        fileName: "a.png",
        contentType: "image/png",
        sizeInBytes: 100,
      }),
    ).rejects.toMatchObject({ _tag: "Conflict", reason: "files_disabled" })
  })
})
