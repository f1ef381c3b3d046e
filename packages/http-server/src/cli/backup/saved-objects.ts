import { createHash } from "node:crypto"
import type { LocalFiles, SavedObject } from "@symbolon/core"
import { CommandFailed } from "../command.ts"
import type { Write } from "./backup-text.ts"
import type { MixedReader } from "./mixed-reader.ts"
import { damaged } from "./sealed-file.ts"

export type { SavedObject } from "@symbolon/core"

/** What a backup has of uploaded files. */
export interface ObjectsTally {
  readonly objects: number
  readonly size_in_bytes: number
  /** Of the keys, sizes and digests of all of them in their order. */
  readonly digest: string
}

interface Line {
  readonly object?: { readonly key: string; readonly size_in_bytes: number }
  readonly sha256?: string
  readonly objects_end?: ObjectsTally
}

const endOfTime = new Date(8.64e15)

/** Counts objects while they pass. */
const openCount = () => {
  const all = createHash("sha256")
  let [objects, total] = [0, 0]
  return {
    add: (key: string, size: number, sha256: string): void => {
      objects += 1
      total += size
      all.update(`${key} ${size} ${sha256}\n`)
    },
    read: (): ObjectsTally => ({
      objects,
      size_in_bytes: total,
      digest: all.copy().digest("hex"),
    }),
  }
}

/**
 * Writes all objects of a directory: of each a line with its key and size, its bytes, and a line
 * with their digest. One that is removed before its turn is left out.
 */
export const writeObjects = async (
  write: Write,
  store: Pick<LocalFiles, "list" | "read">,
  progress: (tally: ObjectsTally) => void,
): Promise<ObjectsTally> => {
  const count = openCount()
  for await (const { key, sizeInBytes } of store.list(endOfTime)) {
    const bytes = await store.read(key)
    if (bytes === undefined) continue
    await write(lineOf({ object: { key, size_in_bytes: sizeInBytes } }))
    const hash = createHash("sha256")
    let size = 0
    for await (const chunk of bytes) {
      hash.update(chunk)
      size += chunk.length
      await write(chunk)
    }
    if (size !== sizeInBytes)
      throw new CommandFailed(
        `The uploaded file ${key} could not be read to its end. Check the disk, then run symbolon backup again.`,
      )
    const sha256 = hash.digest("hex")
    await write(lineOf({ sha256 }))
    count.add(key, size, sha256)
    progress(count.read())
  }
  const objects_end = count.read()
  await write(lineOf({ objects_end }))
  return objects_end
}

const lineOf = (line: Line): string => `${JSON.stringify(line)}\n`

/**
 * Yields the objects of a backup, whose bytes must be read before the next one is asked for; their
 * reading throws if they are not as they were written. Without a reader there are none.
 */
export async function* readObjects(
  file: string,
  reader: MixedReader | undefined,
): AsyncGenerator<SavedObject, ObjectsTally, undefined> {
  const count = openCount()
  if (reader === undefined) return count.read()
  for (;;) {
    const line = await nextOf(file, reader)
    if (line.objects_end !== undefined) {
      const isSame = isSameObjects(line.objects_end, count.read())
      if (!isSame || (await reader.line()) !== undefined) throw damaged(file)
      return line.objects_end
    }
    if (line.object === undefined) throw damaged(file)
    const { key, size_in_bytes: sizeInBytes } = line.object
    let isRead = false
    yield {
      key,
      sizeInBytes,
      bytes: async function* () {
        const hash = createHash("sha256")
        for await (const chunk of reader.take(sizeInBytes)) {
          hash.update(chunk)
          yield chunk
        }
        const sha256 = hash.digest("hex")
        if ((await nextOf(file, reader)).sha256 !== sha256) throw damaged(file)
        count.add(key, sizeInBytes, sha256)
        isRead = true
      },
    }
    if (!isRead) throw new Error(`The bytes of ${key} were not read.`)
  }
}

const nextOf = async (file: string, reader: MixedReader): Promise<Line> => {
  const line = await reader.line()
  if (line === undefined) throw damaged(file)
  return JSON.parse(line) as Line
}

/** Whether two tallies are of the same objects. */
export const isSameObjects = (one: ObjectsTally, other: ObjectsTally): boolean =>
  one.objects === other.objects &&
  one.size_in_bytes === other.size_in_bytes &&
  one.digest === other.digest
