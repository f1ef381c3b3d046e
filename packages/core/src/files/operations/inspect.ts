import { Effect } from "effect"
import type { Caller } from "../../foundation/access/caller.ts"
import { permitHost } from "../../foundation/access/permit.ts"
import type { NoInput } from "../../foundation/kernel/inputs.ts"
import type { ObjectStore, StoredObject } from "../../foundation/ports/object-store.ts"
import { step } from "../../foundation/step.ts"
import { listing } from "../../foundation/listing.ts"
import { prepare, read, transact } from "../../foundation/unit-of-work.ts"
import type { CountedBytes, StoredFile } from "../file.ts"
import { storageKeyOf } from "../file-rules.ts"
import type { ListAllFilesInput, VerifyFilesInput } from "../inputs.ts"
import { objectStoreHere, slicesOf, uuidOfObject } from "../prepare.ts"
import type {
  FaultyFile,
  FileRecord,
  RecountedBytes,
  StrayFiles,
  VerifiedFiles,
} from "../results.ts"

/** Rows that are read at once. */
const sliceMax = 500
/** Files that are asked for at once: a bucket answers one at a time slowly. */
const askedAtOnce = 16
/** Keys that are named; all are counted. */
const straysNamed = 100
const endOfTime = new Date(8.64e15)

/**
 * Lists files and uploads of everybody in the order of their uuids, which is that of their
 * beginning. For the host alone.
 */
export const listAll = listing(function* (caller: Caller, input: ListAllFilesInput) {
  yield* Effect.fromResult(permitHost(caller))
  const { limit = 100 } = input
  const found: FileRecord[] = []
  let { after } = input
  while (found.length < limit) {
    const slice = yield* sliceAfter(after)
    found.push(...slice.filter((file) => fits(file, input)).map(recordOf))
    after = slice.at(-1)?.uuid
    if (slice.length < sliceMax) break
  }
  return found.slice(0, limit) as readonly FileRecord[]
})

const fits = (
  { holderUuid, state, sizeInBytes }: StoredFile,
  { holderUuid: holder, state: wanted, minBytes = 0 }: ListAllFilesInput,
): boolean =>
  (holder === undefined || holderUuid === holder) &&
  (wanted === undefined || state === wanted) &&
  sizeInBytes >= minBytes

const recordOf = (file: StoredFile): FileRecord => ({
  uuid: file.uuid,
  slug: file.slug,
  ownerType: file.ownerType,
  ownerUuid: file.ownerUuid,
  holderUuid: file.holderUuid,
  fileName: file.fileName,
  contentType: file.contentType,
  sizeInBytes: file.sizeInBytes,
  state: file.state,
  storageKey: storageKeyOf(file.uuid),
  createdAt: file.createdAt,
})

const sliceAfter = (after: string | undefined) =>
  read(function* (tx) {
    return yield* tx.files.walk(after, sliceMax)
  })

/**
 * Checks of some files that their bytes are in the store, as many as was declared; begins behind
 * `after`, and answers where the next call begins. For the host alone.
 */
export const verify = step(function* (caller: Caller, input: VerifyFilesInput) {
  yield* Effect.fromResult(permitHost(caller))
  const store = yield* objectStoreHere()
  const slice = yield* sliceAfter(input.after)
  const stored = slice.filter(({ state }) => state === "stored")
  const suspects: FaultyFile[] = []
  for (let from = 0; from < stored.length; from += askedAtOnce) {
    const asked = stored.slice(from, from + askedAtOnce)
    const faults = yield* prepare(() => Promise.all(asked.map((file) => faultOf(store, file))))
    suspects.push(...faults.filter((fault) => fault !== undefined))
  }
  // One that was deleted meanwhile has lost its bytes rightly.
  const still = yield* read(function* (tx) {
    return yield* tx.files.findAll(suspects.map(({ uuid }) => uuid))
  })
  const isStored = new Set(still.flatMap(({ uuid, state }) => (state === "stored" ? [uuid] : [])))
  const verified: VerifiedFiles = {
    checked: stored.length,
    faults: suspects.filter(({ uuid }) => isStored.has(uuid)),
    next: slice.length < sliceMax ? undefined : slice.at(-1)?.uuid,
  }
  return verified
})

const faultOf = async (store: ObjectStore, file: StoredFile): Promise<FaultyFile | undefined> => {
  const found = await store.find(storageKeyOf(file.uuid))
  return found?.sizeInBytes === file.sizeInBytes
    ? undefined
    : { ...recordOf(file), foundBytes: found?.sizeInBytes }
}

/**
 * Counts anew what the files of each holder take of its allowance, and answers where the sum that is
 * kept was another one. For the host alone.
 */
export const recount = step(function* (caller: Caller, _input: NoInput) {
  yield* Effect.fromResult(permitHost(caller))
  const mended: RecountedBytes[] = []
  let after: string | undefined
  do {
    const slice: readonly CountedBytes[] = yield* read(function* (tx) {
      return yield* tx.files.walkBytes(after, sliceMax)
    })
    for (const { holderUuid } of slice.filter(({ bytes, actualBytes }) => bytes !== actualBytes)) {
      const found = yield* transact(function* (tx) {
        const bytes = yield* tx.files.lockBytes(holderUuid)
        return { holderUuid, bytes, actualBytes: yield* tx.files.recountBytes(holderUuid) }
      })
      if (found.bytes !== found.actualBytes) mended.push(found)
    }
    after = slice.length < sliceMax ? undefined : slice.at(-1)?.holderUuid
  } while (after !== undefined)
  return mended as readonly RecountedBytes[]
})

/**
 * Counts the objects of the store that no file names, which the sweep removes when they are a day
 * old. For the host alone.
 */
export const listStrays = listing(function* (caller: Caller, _input: NoInput) {
  yield* Effect.fromResult(permitHost(caller))
  const store = yield* objectStoreHere()
  const slices = slicesOf(store.list(endOfTime))
  const named: string[] = []
  let [count, sizeInBytes] = [0, 0]
  for (;;) {
    const slice = yield* prepare(() => slices.next())
    const known = yield* read(function* (tx) {
      return yield* tx.files.findAll(slice.map(uuidOfObject))
    })
    const uuids = new Set(known.map(({ uuid }) => uuid))
    const unnamed = slice.filter((object) => !uuids.has(uuidOfObject(object)))
    // One whose row went since the store listed it is gone too.
    const strays = yield* prepare(() => stillThere(store, unnamed))
    count += strays.length
    for (const stray of strays) sizeInBytes += stray.sizeInBytes
    named.push(...strays.slice(0, straysNamed - named.length).map(({ key }) => key))
    if (slice.length < slices.size) {
      const found: StrayFiles = { count, sizeInBytes, storageKeys: named }
      return found
    }
  }
})

const stillThere = async (
  store: ObjectStore,
  objects: readonly StoredObject[],
): Promise<readonly StoredObject[]> => {
  const found: StoredObject[] = []
  for (const object of objects) if ((await store.find(object.key)) !== undefined) found.push(object)
  return found
}
