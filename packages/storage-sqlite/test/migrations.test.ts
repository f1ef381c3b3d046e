import { join } from "node:path"
import { setTimeout as pause } from "node:timers/promises"
import Database from "better-sqlite3"
import { describe, expect, it } from "vitest"
import { engineOf, migrations, migrationsOf, type TransactBare } from "@symbolon/storage-sql"
import { migrationsSuite, type Place } from "../../storage-sql/test/migrations.suite.ts"
import { executorOf, openWriter } from "../src/connection.ts"
import { sqliteFlavor } from "../src/flavor.ts"
import { openSqlite } from "../src/index.ts"
import { ended, startModule } from "../../storage-sql/test/processes.ts"
import { newFile } from "./temporary.ts"

const child = join(import.meta.dirname, "child.ts")

const place = async (): Promise<Place> => {
  const file = newFile()
  const onFile = <A>(look: (database: Database.Database) => A): A => {
    const database = new Database(file)
    try {
      return look(database)
    } finally {
      database.close()
    }
  }
  return {
    open: (clock) => openSqlite({ file, strict: true, ...(clock && { clock }) }),
    exec: async (sql) => onFile((database) => void database.exec(sql)),
    literal: (at) => String(at.getTime()),
    upElsewhere: async () => {
      const { code, output, errors } = await ended(startModule(child, ["migrate", file]))
      expect({ code, errors }).toEqual({ code: 0, errors: "" })
      return JSON.parse(output)
    },
    killedElsewhere: async (afterMs) => {
      const migrating = startModule(child, ["migrate", file])
      const end = ended(migrating)
      await pause(afterMs)
      migrating.kill("SIGKILL")
      await end
    },
    columns: async (table) =>
      onFile((database) => {
        const columns = database
          .prepare<[string], { name: string; type: string; notnull: number }>(
            "select * from pragma_table_info(?)",
          )
          .all(table)
        return new Map(
          columns.map(({ name, type, notnull }) => [name, { isOptional: notnull === 0, type }]),
        )
      }),
  }
}

describe("migrations", () => {
  migrationsSuite(place, {
    text: "TEXT",
    integer: "INTEGER",
    boolean: "INTEGER",
    instant: "INTEGER",
    json: "TEXT",
  })

  it("keeps what became of requests when their table is rebuilt", async () => {
    const file = newFile()
    const engine = engineOf(sqliteFlavor)
    const before = migrations.slice(
      0,
      migrations.findIndex(({ name }) => name === "0050-lists-along-chains"),
    )
    const connection = openWriter(file)
    const transact: TransactBare = async (mode, work) => {
      const executor = executorOf(connection, mode)
      executor.begin()
      return work(executor)
    }
    const clock = { now: () => new Date() }
    await migrationsOf(engine, transact, { clock, steps: before }).up()
    connection.database.exec(
      `insert into outcomes (key, digest, transaction_id, refusal, created_at)
       values ('b', 'd1', 't-1', null, 1), ('a', 'd2', null, '{}', 2)`,
    )
    connection.close()
    const storage = openSqlite({ file })
    expect(await storage.migrations.up()).toContain("0050-lists-along-chains")
    const outcomes = await storage.transact("read", (tx) => tx.ledger.outcomes(["a", "b"]))
    expect(outcomes.map(({ key, digest, transactionId }) => [key, digest, transactionId])).toEqual([
      ["a", "d2", undefined],
      ["b", "d1", "t-1"],
    ])
    await storage.close()
  })
})
