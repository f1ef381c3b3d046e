import { beforeEach, describe, expect, it } from "vitest"
import { createSymbolon, type Symbolon } from "../../src/create-symbolon.ts"
import { storageKeyOf } from "../../src/files/file-rules.ts"
import type { ObjectStore } from "../../src/foundation/ports/object-store.ts"
import { openMemory } from "../../src/memory/index.ts"
import { memoryKeyVault, testClock } from "../../src/testing/index.ts"
import { newObjectStore, png, putTo, sendFile, uploadFile } from "../fixtures/files.ts"

let store: Required<ObjectStore>
let symbolon: Symbolon
/** What happens whenever the service asks for an object. */
let asked: () => Promise<void>
let ada: string
let club: string

beforeEach(async () => {
  store = await newObjectStore()
  asked = async () => undefined
  symbolon = await open({
    ...store,
    find: async (key) => {
      await asked()
      return store.find(key)
    },
  })
  ada = (await symbolon.users.create({ username: "ada", firstName: "Ada" })).user.uuid
  const ownerUuid = (await symbolon.users.create({ username: "olga", firstName: "Olga" })).user.uuid
  club = (await symbolon.organizations.create({ name: "Harbour Club", ownerUuid })).uuid
})

const open = (objectStore: ObjectStore): Promise<Symbolon> =>
  createSymbolon({
    storage: openMemory({ strict: true }),
    vault: memoryKeyVault(new Uint8Array(32).fill(7)),
    testClock: testClock(new Date("2026-11-21T12:00:00.000Z")),
    baseUrl: "http://files.test",
    objectStore,
  })

const ofAda = () => ({ ownerType: "user", ownerUuid: ada }) as const
const ofClub = () => ({ ownerType: "organization", ownerUuid: club }) as const

/** Puts bytes into the store behind the back of the service. */
const plant = async (key: string, bytes: Uint8Array): Promise<void> => {
  const upload = { key, contentType: "image/png", isMultipart: false }
  const token = await store.begin(upload)
  const sizeInBytes = bytes.length
  const now = new Date()
  const target = { ...upload, token, sizeInBytes, part: undefined, expiresAt: now, now }
  const url = await store.uploadUrl({ ...target, baseUrl: "http://files.test" })
  await putTo(store, url, bytes, { contentType: "image/png", now })
  await store.complete({ key, token, sizeInBytes, parts: undefined })
}

describe("the operator's list of files", () => {
  it("has those of everybody, the oldest first, by holder, state and size", async () => {
    const small = await uploadFile(symbolon, store, ofAda())
    const large = await uploadFile(symbolon, store, { ...ofClub(), bytes: png(1, 1, 5000) })
    const pending = await sendFile(symbolon, store, ofClub())
    const listed = async (input: Parameters<typeof symbolon.files.listAll>[0]) =>
      (await symbolon.files.listAll(input)).map(({ uuid }) => uuid)
    expect(await listed({})).toEqual([small.uuid, large.uuid, pending])
    expect(await listed({ limit: 2 })).toEqual([small.uuid, large.uuid])
    expect(await listed({ after: large.uuid })).toEqual([pending])
    expect(await listed({ holderUuid: ada })).toEqual([small.uuid])
    expect(await listed({ holderUuid: club, state: "pending" })).toEqual([pending])
    expect(await listed({ minBytes: 5000 })).toEqual([large.uuid])
    expect(await listed({ minBytes: 5001 })).toEqual([])
    expect((await symbolon.files.listAll({ limit: 1 }))[0]).toMatchObject({
      uuid: small.uuid,
      ownerType: "user",
      holderUuid: ada,
      state: "stored",
      storageKey: storageKeyOf(small.uuid),
    })
  })
})

describe("a check of all files", () => {
  it("finds nothing where all bytes are there, and asks for no bytes of an upload", async () => {
    await uploadFile(symbolon, store, ofAda())
    await sendFile(symbolon, store, ofAda())
    expect(await symbolon.files.verify({})).toEqual({ checked: 1, faults: [], next: undefined })
    expect(await symbolon.files.listStrays({})).toEqual({
      count: 0,
      sizeInBytes: 0,
      storageKeys: [],
    })
  })

  it("names files whose bytes are gone or are another number of bytes", async () => {
    const [gone, short] = [
      await uploadFile(symbolon, store, ofAda()),
      await uploadFile(symbolon, store, { ...ofClub(), bytes: png(1, 1, 5000) }),
    ]
    await uploadFile(symbolon, store, ofAda())
    for (const { storageKey } of [gone, short]) await store.remove(storageKey)
    await plant(short.storageKey, png(1, 1, 4999))
    const { checked, faults } = await symbolon.files.verify({})
    expect(checked).toBe(3)
    expect(faults.map(({ uuid, foundBytes }) => [uuid, foundBytes])).toEqual([
      [gone.uuid, undefined],
      [short.uuid, 4999],
    ])
  })

  it("does not name a file that is deleted while it looks", async () => {
    const file = await uploadFile(symbolon, store, ofAda())
    asked = async () =>
      void (await symbolon.users.deleteFile({ userUuid: ada, fileUuid: file.uuid }))
    expect(await symbolon.files.verify({})).toEqual({ checked: 1, faults: [], next: undefined })
    expect(await store.find(file.storageKey)).toBeUndefined()
  })

  it("counts the objects that no file names", async () => {
    await uploadFile(symbolon, store, ofAda())
    const stray = "2026/11/01900000-0000-7000-8000-00000000abcd"
    await plant(stray, png())
    expect(await symbolon.files.listStrays({})).toEqual({
      count: 1,
      sizeInBytes: 100,
      storageKeys: [stray],
    })
    expect(await symbolon.files.verify({})).toMatchObject({ checked: 1, faults: [] })
  })
})
