import { fileTypeFromBuffer } from "file-type"
import { imageSize } from "image-size"
import { Conflict } from "../foundation/errors/refusals.ts"
import type { ObjectStore, StoredObject } from "../foundation/ports/object-store.ts"
import { step } from "../foundation/step.ts"
import { Ports, prepare, read, transact } from "../foundation/unit-of-work.ts"
import type { StoredFile } from "./file.ts"
import { imageTypes, type Looks, storageKeyOf } from "./file-rules.ts"

/** So many bytes of a file are looked at: the header of a photo may stand behind its metadata. */
const headBytes = 512 * 1024

/** The object store of the deployment; `Conflict` if it has none. */
export const objectStoreHere = step(function* () {
  const { objectStore } = yield* Ports
  return (
    objectStore ??
    (yield* new Conflict({
      reason: "files_disabled",
      message: "This deployment keeps no files.",
    }))
  )
})

/** Looks at the beginning of a file's bytes, without decoding an image. */
export const looksOf = (store: ObjectStore, file: Pick<StoredFile, "uuid" | "contentType">) =>
  prepare(async (): Promise<Looks> => {
    const head = await readHead(store, storageKeyOf(file.uuid))
    return { type: await typeOf(head), pixels: pixelsIn(head, file.contentType) }
  })

/** How bytes look that are here whole. */
export const looksOfBytes = (bytes: Uint8Array) =>
  prepare(async (): Promise<Looks> => {
    const head = bytes.subarray(0, headBytes)
    const type = await typeOf(head)
    return { type, pixels: pixelsIn(head, type) }
  })

const typeOf = async (head: Uint8Array): Promise<string | undefined> =>
  (await fileTypeFromBuffer(head).catch(() => undefined))?.mime

const pixelsIn = (head: Uint8Array, type: string | undefined): number | undefined =>
  type !== undefined && imageTypes.includes(type) ? pixelsOf(head) : undefined

const readHead = async (store: ObjectStore, key: string): Promise<Uint8Array> => {
  const size = (await store.find(key))?.sizeInBytes ?? 0
  if (size === 0) return new Uint8Array(0)
  const chunks: Uint8Array[] = []
  const last = Math.min(size, headBytes) - 1
  for await (const chunk of (await store.read(key, { first: 0, last })) ?? []) chunks.push(chunk)
  return Buffer.concat(chunks)
}

const pixelsOf = (head: Uint8Array): number | undefined => {
  try {
    const { width, height, images = [] } = imageSize(head)
    return Math.max(width * height, ...images.map((each) => each.width * each.height))
  } catch {
    // The header is not one of an image.
    return undefined
  }
}

/** Removes the bytes of a removed file, then its row. What breaks off is swept. */
export const forgetFile = step(function* (store: ObjectStore, file: StoredFile) {
  const key = storageKeyOf(file.uuid)
  yield* prepare(async () => {
    // Without a token the store was not asked to begin it.
    if (file.uploadToken !== "") await store.abort({ key, token: file.uploadToken })
    await store.remove(key)
  })
  yield* transact(function* (tx) {
    yield* tx.files.forget(file.uuid)
  })
})

/**
 * Clears a file or an upload whose time has come. Whether it was still to be cleared: an upload may have been completed meanwhile.
 */
export const clearFile = step(function* (store: ObjectStore, file: StoredFile) {
  const isDue = yield* transact(function* (tx, now) {
    const found = yield* tx.files.lock(file.uuid)
    if (found?.clearAt === undefined || found.clearAt > now) return false
    if (found.state === "pending") yield* tx.files.change({ ...found, state: "removed" })
    return true
  })
  if (isDue) yield* forgetFile(store, file)
  return isDue
})

const clearedAtOnce = 100

/**
 * Clears what the sweep would clear of one holder, whose bytes are counted until then. `false` when
 * there was nothing.
 */
export const clearOf = step(function* (store: ObjectStore, holderUuid: string) {
  const due = yield* read(function* (tx, now) {
    return yield* tx.files.toClearOf(holderUuid, now, clearedAtOnce)
  })
  for (const file of due) yield* clearFile(store, file)
  return due.length > 0
})

const objectsAtOnce = 100

/** The objects of a store, `size` at a time; fewer are the last ones. */
export const slicesOf = (objects: AsyncIterable<StoredObject>) => {
  const iterator = objects[Symbol.asyncIterator]()
  return {
    size: objectsAtOnce,
    next: async (): Promise<readonly StoredObject[]> => {
      const slice: StoredObject[] = []
      while (slice.length < objectsAtOnce) {
        const next = await iterator.next()
        if (next.done === true) break
        slice.push(next.value)
      }
      return slice
    },
  }
}

/** Uuid of the file that an object has the bytes of. */
export const uuidOfObject = ({ key }: StoredObject): string => key.slice(key.lastIndexOf("/") + 1)
