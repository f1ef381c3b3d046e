import { createHash } from "node:crypto"
import type { RowBatch } from "@symbolon/storage-sqlite"
import type { DataDirNote } from "../data-dir.ts"
import { type MixedReader, openMixed } from "./mixed-reader.ts"
import { damaged } from "./sealed-file.ts"
import { type ObjectsTally, readObjects, type SavedObject } from "./saved-objects.ts"

/** What a backup carries besides the rows, as its first line. */
export interface Contents {
  /** Steps of the schema that the rows were read under. */
  readonly steps: readonly string[]
  readonly engine: "sqlite" | "postgres"
  /** The text of `vault.key`. */
  readonly vault_key: string
  readonly note: Pick<DataDirNote, "network" | "base_url">
  /** The text of a demo's `bootstrap.json`. */
  readonly bootstrap: string | null
  /** Whether the bytes of uploaded files stand behind the rows. */
  readonly has_files?: boolean
}

/** How many rows each table has, and the digests of all of them together, whatever their order. */
export type Tally = Readonly<Record<string, { readonly rows: number; readonly digest: string }>>

/** Counts rows while they pass. */
export const openTally = () => {
  const tables = new Map<string, { rows: number; digest: Buffer }>()
  return {
    add: ({ table, rows }: Pick<RowBatch, "table" | "rows">): void => {
      const so = tables.get(table) ?? { rows: 0, digest: Buffer.alloc(32) }
      tables.set(table, so)
      for (const row of rows) {
        const hash = createHash("sha256").update(JSON.stringify(row)).digest()
        for (let i = 0; i < hash.length; i += 1) so.digest[i] = (so.digest[i] ?? 0) ^ (hash[i] ?? 0)
        so.rows += 1
      }
    },
    read: (): Tally =>
      Object.fromEntries(
        [...tables].map(([table, { rows, digest }]) => [
          table,
          { rows, digest: digest.toString("hex") },
        ]),
      ),
  }
}

/** Whether two tallies have the same rows. */
export const isSameTally = (one: Tally, other: Tally): boolean =>
  Object.keys(one).length === Object.keys(other).length &&
  Object.entries(one).every(
    ([table, { rows, digest }]) => other[table]?.rows === rows && other[table].digest === digest,
  )

/** How a backup is handed over, bit by bit. */
export type Write = (bytes: string | Uint8Array) => Promise<void>

/**
 * Writes a backup's lines and returns the tally of the rows written. `eachBatch` passes all rows of
 * one snapshot; `contentsOf` is called once the snapshot exists.
 */
export const writeBackup = async (
  write: Write,
  contentsOf: () => Promise<Contents>,
  eachBatch: (visit: (batch: RowBatch) => Promise<void>) => Promise<void>,
): Promise<Tally> => {
  const tally = openTally()
  let isFirst = true
  await eachBatch(async (batch) => {
    if (isFirst) await write(lineOf({ contents: await contentsOf() }))
    isFirst = false
    tally.add(batch)
    await write(lineOf(batch))
  })
  const end = tally.read()
  await write(lineOf({ end }))
  return end
}

const lineOf = (value: unknown): string => `${JSON.stringify(value)}\n`

/** A backup that is being read: first all of its rows, then all of its objects. */
export interface BackupReading {
  readonly contents: Contents
  /** Yields all rows once. Throws if they differ from the rows that were written. */
  readonly batches: () => AsyncGenerator<RowBatch, Tally, undefined>
  /** Yields the bytes of uploaded files once, none if the backup has none. Throws as `batches`. */
  readonly objects: () => AsyncGenerator<SavedObject, ObjectsTally, undefined>
  /** Closes the file, for a reader who stops before its end. */
  readonly close: () => Promise<unknown>
}

interface Line {
  readonly contents?: Contents
  readonly end?: Tally
}

/** Reads a backup out of verified bytes. */
export const readBackup = async (
  file: string,
  bytes: AsyncIterable<Buffer>,
): Promise<BackupReading> => {
  const reader = openMixed(file, bytes)
  const first = await reader.line()
  const { contents } = first === undefined ? {} : (JSON.parse(first) as Line)
  if (contents === undefined) throw damaged(file)
  const hasFiles = contents.has_files === true
  return {
    contents,
    batches: () => batchesOf(file, reader, hasFiles),
    objects: () => readObjects(file, hasFiles ? reader : undefined),
    close: reader.close,
  }
}

async function* batchesOf(
  file: string,
  reader: MixedReader,
  hasFiles: boolean,
): AsyncGenerator<RowBatch, Tally, undefined> {
  const tally = openTally()
  for (let line = await reader.line(); line !== undefined; line = await reader.line()) {
    const value = JSON.parse(line) as Line & RowBatch
    if (value.end !== undefined) {
      if (!isSameTally(value.end, tally.read())) throw damaged(file)
      if (!hasFiles && (await reader.line()) !== undefined) throw damaged(file)
      return value.end
    }
    tally.add(value)
    yield value
  }
  throw damaged(file)
}
