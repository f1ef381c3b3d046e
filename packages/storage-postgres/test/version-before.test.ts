import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { migrations, type PortableStorage, type RowBatch, tables } from "@symbolon/storage-sql"
import pg from "pg"
import { afterAll, describe, expect, it } from "vitest"
import { verifyLedger } from "../../core/src/ledger/index.ts"
import { openOn } from "../../storage-sql/test/lived-in.ts"
import { openWriter } from "../../storage-sqlite/src/connection.ts"
import { sqliteFlavor } from "../../storage-sqlite/src/flavor.ts"
import { openSqlite } from "../../storage-sqlite/src/index.ts"
import { types } from "../src/codec.ts"
import { executorOf, rememberTexts } from "../src/executor.ts"
import { postgresFlavor } from "../src/flavor.ts"
import { openPostgres } from "../src/index.ts"
import { openDatabases } from "./database.ts"
import { ask } from "./server.ts"
import { notAdding } from "./version-before/added-only.ts"
import { type MigrationTexts, send, textsOf, versionBefore } from "./version-before/fixture.ts"

const databases = await openDatabases()
const before = versionBefore()
const steps = Object.keys(before.migrations.postgres)
const clubSlug = columnOf(before.lived, "organizations", "slug")
const added = migrations.map(({ name }) => name).filter((name) => !steps.includes(name))
const flavors = { postgres: postgresFlavor(undefined), sqlite: sqliteFlavor } as const

/** What makes tables and indexes. `allRows.write` finds them there, and writes the rest. */
const madeBy = (texts: MigrationTexts): string =>
  Object.values(texts)
    .flat()
    .filter((text) => text.startsWith("create "))
    .join(";\n")

/** The database of the version before, as it made it, with rows. */
const restore = async (batches: readonly RowBatch[]) => {
  const url = await databases.create()
  await ask(url, madeBy(before.migrations.postgres))
  const storage = openPostgres({ connectionString: url })
  await storage.allRows.write(steps, eachOf(batches))
  return { url, storage }
}

const files = mkdtempSync(join(tmpdir(), "symbolon-before-"))
afterAll(() => rmSync(files, { recursive: true }))

const restoreFile = async (batches: readonly RowBatch[]): Promise<PortableStorage> => {
  const file = join(files, "before.db")
  const { database } = openWriter(file)
  database.exec(madeBy(before.migrations.sqlite))
  database.close()
  const storage = openSqlite({ file })
  await storage.allRows.write(steps, eachOf(batches))
  return storage
}

async function* eachOf(batches: readonly RowBatch[]) {
  yield* batches
}

/**
 * Migrations that do more than add, and why the recorded version goes on beside them all the same.
 * To be looked at again when another version is recorded.
 */
const told: Readonly<Record<string, string>> = {
  "0038-sound-supplies":
    "a check of supplies: the recorded version writes none, and what is there by default passes",
  "0039-sweeps-of-rewards":
    "fills keys of jobs and subjects of counts that the recorded version has no tables for",
  "0050-lists-along-chains":
    "drops two indexes that are not unique, without which the recorded version lists more slowly; on SQLite, where it does not go on beside a newer schema, it also rebuilds a table",
  "0070-roster-lines":
    "drops an index that is not unique, without which the recorded version makes deltas of large rosters more slowly, and a reference that a row held meanwhile has too",
  "0064-unvouched-seats":
    "fills a column of admissions; what the recorded version writes beside it counts as an upload without a manifest",
  "0073-files-of-owners":
    "removes files of deleted activities: the recorded version finds them for nobody but readers of their addresses, and sweeps what is removed",
  "0074-counted-bytes":
    "fills a column of files that the recorded version does not read or write; what it adds beside it counts nothing",
  "0044-card-history": "fills a column of cards that the recorded version does not read or write",
}

describe("what was released", () => {
  it.each(["postgres", "sqlite"] as const)("is not changed by a later version: %s", (engine) => {
    const released = migrations.filter(({ name }) => steps.includes(name))
    expect(textsOf(flavors[engine], released)).toEqual(before.migrations[engine])
  })

  it.each(migrations.map(({ name }) => name))("%s only adds to it", (name) => {
    for (const flavor of Object.values(flavors)) {
      const own = migrations.filter((each) => each.name === name)
      const columns = own.flatMap((each) => (each.columns ?? []).map((column) => column.name))
      const faults = notAdding(textsOf(flavor, own)[name] ?? [], columns)
      // One that does not only add is told here, and no longer than it is true.
      expect(faults.length > 0).toBe(name in told)
    }
  })

  it.each([
    ["alter table memberships drop column note", "it does not only add"],
    ["alter table users rename to people", "it does not only add"],
    ['alter table "users" alter column name type int8', "it does not only add"],
    ["drop index users_by_name", "it does not only add"],
    ["update users set name = ''", "it does not only add"],
    ["alter table users add column rank int8 not null", "a column that the version before"],
    ["create unique index users_by_rank on users (rank)", "a unique index on a table of"],
    ["insert into users (uuid) values ('a')", "rows in a table of an earlier"],
  ])("a migration that does more is found: %s", (text, fault) => {
    expect(notAdding([text])).toEqual([expect.stringContaining(fault)])
  })
})

describe("a database of the version before", () => {
  const livesOn = async (storage: PortableStorage): Promise<void> => {
    expect(await storage.migrations.up()).toEqual(added)
    const symbolon = await openOn(storage)
    expect((await symbolon.ready()).filter(({ ok }) => !ok)).toEqual([])
    const { user } = await symbolon.users.create({ username: "next", firstName: "Nora" })
    expect(user.username).toBe("next")
    const { size } = await storage.transact("read", (tx) => tx.transactions.head())
    expect(size).toBeGreaterThan(20)
    // Signed with a key of the version before.
    await symbolon.points.mint({ organization: clubSlug, amount: 5, idempotencyKey: "next" })
    expect(await verifyLedger(symbolon.exportLedger())).toMatchObject({
      verdict: "verified",
      leaves: size + 1,
    })
    await symbolon.close()
  }

  it("is migrated and served by this one, on PostgreSQL", async () => {
    const { storage } = await restore(before.lived)
    await livesOn(storage)
  })

  it("is migrated and served by this one, on SQLite", async () => {
    await livesOn(await restoreFile(before.lived))
  })

  it("has the schema of a new database once it is migrated", async () => {
    const { url, storage } = await restore([])
    await storage.migrations.up()
    await storage.close()
    expect(await schemaOf(url)).toEqual(await schemaOf(await databases.createMigrated()))
  })

  it("has rows in most tables", () => {
    const filled = new Set(
      [...before.loaded, ...before.lived].flatMap(({ table, rows }) =>
        rows.length > 0 ? table : [],
      ),
    )
    expect(Object.keys(tables).filter((table) => filled.has(table)).length).toBeGreaterThan(30)
  })
})

describe("a server of the version before, beside this schema", () => {
  it("reads and writes as it did: every statement of every verb", {
    timeout: 120_000,
  }, async () => {
    const { url, storage } = await restore(before.loaded)
    await storage.migrations.up()
    await storage.close()
    const pool = new pg.Pool({ connectionString: url, max: 1, types, pipeline: true })
    const client = await pool.connect()
    const faults: string[] = []
    for (const { name, statements } of before.calls) {
      await client.query("begin")
      const executor = executorOf(client, "write", rememberTexts(false))
      executor.begin(Promise.resolve())
      try {
        for (const statement of statements) await send(executor, statement)
      } catch (reason) {
        faults.push(`${name}: ${String(reason)}`)
      }
      await client.query("rollback")
    }
    client.release()
    await pool.end()
    expect(faults).toEqual([])
    expect(before.calls.length).toBeGreaterThan(300)
  })
})

/** The value of a column in the first row of a table. */
function columnOf(batches: readonly RowBatch[], table: string, column: string): string {
  const batch = batches.find((each) => each.table === table)
  const place = batch?.columns.findIndex(([name]) => name === column) ?? -1
  return String(batch?.rows[0]?.[place])
}

const schemaOf = async (url: string): Promise<readonly string[]> => {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const { rows } = await client.query<{ readonly line: string }>(`
    select format('%s.%s %s %s', c.relname, a.attname, format_type(a.atttypid, a.atttypmod), a.attnotnull) as line
    from pg_attribute a join pg_class c on c.oid = a.attrelid
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and a.attnum > 0 and not a.attisdropped
    union all select indexdef from pg_indexes where schemaname = 'public'
    union all select format('%s %s', conname, pg_get_constraintdef(oid)) from pg_constraint
    where connamespace = 'public'::regnamespace
    order by 1`)
  await client.end()
  return rows.map(({ line }) => line)
}
