import { createHash } from "node:crypto"
import { Readable } from "node:stream"
import { createGunzip } from "node:zlib"
import type { RowBatch } from "@symbolon/storage-sqlite"
import { CommandFailed } from "../command.ts"
import type { DataDirNote } from "../data-dir.ts"
import { damaged } from "./sealed-file.ts"

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

/** How a text is handed over, bit by bit. */
export type Write = (text: string) => Promise<void>

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

/** A backup that is being read. */
export interface BackupReading {
  readonly contents: Contents
  /** Yields all rows once. Throws if they differ from the rows that were written. */
  readonly batches: () => AsyncGenerator<RowBatch, Tally, undefined>
  /** Closes the file, for a reader who stops before the last row. */
  readonly close: () => Promise<unknown>
}

interface Line {
  readonly contents?: Contents
  readonly end?: Tally
}

/** Reads a backup's lines out of verified bytes. */
export const readBackup = async (
  file: string,
  bytes: AsyncIterable<Buffer>,
): Promise<BackupReading> => {
  const lines = linesOf(file, bytes)
  const first = await lines.next()
  const { contents } = first.done === true ? {} : (JSON.parse(first.value) as Line)
  if (contents === undefined) throw damaged(file)
  return { contents, batches: () => batchesOf(file, lines), close: () => lines.return() }
}

async function* batchesOf(
  file: string,
  lines: AsyncGenerator<string, void, undefined>,
): AsyncGenerator<RowBatch, Tally, undefined> {
  const tally = openTally()
  for await (const line of lines) {
    const value = JSON.parse(line) as Line & RowBatch
    if (value.end !== undefined) {
      if (!isSameTally(value.end, tally.read()) || (await lines.next()).done !== true)
        throw damaged(file)
      return value.end
    }
    tally.add(value)
    yield value
  }
  throw damaged(file)
}

/** One line at a time, however slowly they are taken: a line may be a megabyte. */
async function* linesOf(
  file: string,
  bytes: AsyncIterable<Buffer>,
): AsyncGenerator<string, void, undefined> {
  const source = Readable.from(bytes)
  const input = source.pipe(createGunzip())
  source.once("error", (reason) => input.destroy(reason))
  let begun: Buffer[] = []
  try {
    for await (const chunk of input as AsyncIterable<Buffer>) {
      let from = 0
      for (let end = chunk.indexOf(newline); end >= 0; end = chunk.indexOf(newline, from)) {
        yield Buffer.concat([...begun, chunk.subarray(from, end)]).toString("utf8")
        begun = []
        from = end + 1
      }
      begun.push(chunk.subarray(from))
    }
  } catch (reason) {
    throw reason instanceof CommandFailed ? reason : damaged(file)
  } finally {
    source.destroy()
    input.destroy()
  }
}

const newline = 10
