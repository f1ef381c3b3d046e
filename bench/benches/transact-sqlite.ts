import { deepEqual } from "node:assert/strict"
import { statSync } from "node:fs"
import { join } from "node:path"
import { openSqlite } from "@symbolon/storage-sqlite"
import Database from "better-sqlite3"
import { openRawSqlite, type RawSqlite } from "../fixtures/raw-sqlite.ts"
import { ada, claim, findAda, openTurns, prepareStore } from "../fixtures/rows.ts"
import { openScratch } from "../fixtures/scratch.ts"
import type { Bench, Suite } from "../harness/bench.ts"
import { waiting } from "../harness/sides.ts"

const many = 64

/** What `transact` adds to better-sqlite3, each on a file of its own with `synchronous=FULL`. */
export const transactSqlite: Suite = {
  name: "transact-sqlite",
  open: async () => {
    const { dir, remove } = await openScratch()
    const files = { ours: join(dir, "ours.db"), raw: join(dir, "raw.db") }
    const storage = openSqlite({ file: files.ours })
    await prepareStore(storage)
    const other = openSqlite({ file: files.raw })
    await prepareStore(other)
    await other.close()
    const ours = new Database(files.ours, { readonly: true })
    const raw = openRawSqlite(files.raw)
    const close = async (): Promise<void> => {
      await storage.close()
      ours.close()
      raw.database.close()
      await remove()
    }
    const turns = { ours: openTurns(), raw: openTurns() }
    while (logOf(files.ours) < logBytes) {
      await Promise.all(Array.from({ length: many }, () => claim(storage, turns.ours())))
      raw.claimAll(Array.from({ length: many }, turns.raw))
    }
    return { benches: benchesOn(storage, ours, raw, turns), close }
  },
}

/**
 * How long our log gets. While it grows a commit takes half as long again, since the disk is told of
 * each new length; by hand it has 4 MiB, and both are written over from then on.
 */
const logBytes = 64 * 2 ** 20

const logOf = (file: string): number => statSync(`${file}-wal`).size

const countNames = (database: Database.Database): number =>
  Number(database.prepare("select count(*) from names").pluck().get())

const firstNames = (database: Database.Database): readonly unknown[] =>
  database.prepare(`select * from names order by name limit ${1 + many}`).all()

/** `ours` looks into our file from outside. */
const benchesOn = (
  storage: ReturnType<typeof openSqlite>,
  ours: Database.Database,
  raw: RawSqlite,
  { ours: ourTurn, raw: rawTurn }: { readonly ours: () => number; readonly raw: () => number },
): readonly Bench[] => {
  const write = () => claim(storage, ourTurn())
  const rawWrite = async () => raw.claim(rawTurn())
  const rawWriteMany = async () => raw.claimAll(Array.from({ length: many }, rawTurn))
  const agreeOnWrites = async (): Promise<void> => {
    const before = [ours, raw.database].map(countNames)
    await rawWrite()
    await rawWriteMany()
    await Promise.all(Array.from({ length: 1 + many }, write))
    deepEqual(
      [ours, raw.database].map(countNames),
      before.map((count) => count + 1 + many),
    )
    deepEqual(firstNames(ours), firstNames(raw.database))
  }
  const agreeOnReads = async (): Promise<void> => {
    deepEqual(await findAda(storage), ada)
    deepEqual(raw.find(), ada)
    deepEqual(raw.findOnSnapshot(), ada)
  }
  const read = () => findAda(storage)
  return [
    {
      name: "SQLite, one row written",
      a: waiting("transact, 1 caller", write),
      b: waiting("better-sqlite3, a commit each", rawWrite),
      unit: "/s",
      agree: agreeOnWrites,
    },
    {
      name: "SQLite, one row written, 64 callers",
      a: waiting("transact, 64 callers", write, { callers: many }),
      b: waiting("better-sqlite3, a commit each", rawWrite),
      unit: "/s",
      agree: agreeOnWrites,
    },
    {
      name: "SQLite, one row written, 64 callers",
      a: waiting("transact, 64 callers", write, { callers: many }),
      b: waiting("better-sqlite3, a commit for 64", rawWriteMany, { each: many }),
      unit: "/s",
      agree: agreeOnWrites,
    },
    {
      name: "SQLite, one row read",
      a: waiting("transact, 1 caller", read),
      b: waiting("better-sqlite3, begin to commit", async () => raw.findOnSnapshot()),
      unit: "/s",
      agree: agreeOnReads,
    },
    {
      name: "SQLite, one row read",
      a: waiting("transact, 1 caller", read),
      b: waiting("better-sqlite3, bare get", async () => raw.find()),
      unit: "/s",
      agree: agreeOnReads,
    },
  ]
}
