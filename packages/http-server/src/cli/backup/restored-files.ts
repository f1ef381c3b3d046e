import { existsSync } from "node:fs"
import { type LocalFiles, localFiles, storageKeyOf } from "@symbolon/core"
import type { PortableStorage } from "@symbolon/storage-sqlite"
import { CommandFailed } from "../command.ts"
import type { BackupReading } from "./backup-text.ts"

/** What a restore came to, of uploaded files. */
export interface RestoredFiles {
  /** How many the backup has. */
  readonly objects: number
  /** Uuids of stored files without their bytes, the first ones. */
  readonly missing: readonly string[]
  readonly filesDir: string
  /** The bucket in which the configuration has files; a restore writes none. */
  readonly bucket?: string | undefined
}

/**
 * Puts the uploaded files of a backup into a directory, and answers how many. What is there already
 * and has the same bytes stays: so a restore that broke off may be run again.
 *
 * @throws {CommandFailed} if a file is there with other bytes.
 */
export const restoreObjects = async (
  { contents, objects }: BackupReading,
  directory: string,
): Promise<number> => {
  if (contents.has_files !== true) return 0
  const all = objects()
  // Made with the first file: a backup without any leaves no directory.
  let store: LocalFiles | undefined
  for (;;) {
    const next = await all.next()
    if (next.done === true) return next.value.objects
    store ??= await localFiles(directory)
    if (!(await store.restore(next.value)))
      throw new CommandFailed(
        `${directory} has ${next.value.key} already, with other bytes. A restore never overwrites files: choose an empty directory.`,
      )
  }
}

const sliceMax = 500
const namedMax = 100

/** Stored files of a restored database whose bytes are not in a directory, at most 100. */
export const filesWithoutBytes = async (
  storage: PortableStorage,
  directory: string,
): Promise<readonly string[]> => {
  const store = existsSync(directory) ? await localFiles(directory) : undefined
  const missing: string[] = []
  let after: string | undefined
  for (;;) {
    const from = after
    const slice = await storage.transact("read", (tx) => tx.files.walk(from, sliceMax))
    for (const { uuid, state, sizeInBytes } of slice) {
      if (state !== "stored") continue
      const found = await store?.find(storageKeyOf(uuid))
      if (found?.sizeInBytes !== sizeInBytes) missing.push(uuid)
    }
    after = slice.at(-1)?.uuid
    if (slice.length < sliceMax || missing.length >= namedMax) return missing.slice(0, namedMax)
  }
}

/** A word about files whose bytes were not put back; empty where there are none. */
export const aboutMissing = ({ objects, missing, filesDir, bucket }: RestoredFiles): string => {
  if (bucket !== undefined) return aboutBucket(bucket, { objects, filesDir })
  if (missing.length === 0) return ""
  const count = missing.length < namedMax ? `${missing.length}` : `${namedMax} or more`
  return `${count} uploaded files are without their bytes in ${filesDir}. If the backup was made without files, put your copy there. Others were deleted while the backup was made, or were gone before. symbolon files verify names them.\n`
}

const aboutBucket = (
  bucket: string,
  { objects, filesDir }: Pick<RestoredFiles, "objects" | "filesDir">,
): string =>
  objects === 0
    ? `No uploaded files were restored: a restore does not write to the bucket ${bucket}. If it is empty, put your copy of it there. symbolon files verify names the files without bytes.\n`
    : `The ${objects} uploaded files of the backup are in ${filesDir}. A restore does not write to the bucket ${bucket}: copy ${filesDir}/objects to objects/ there, or serve without the settings of the bucket.\n`
