import { join } from "node:path"
import { setTimeout as pause } from "node:timers/promises"
import Database from "better-sqlite3"
import { describe, expect } from "vitest"
import { migrationsSuite, type Place } from "../../storage-sql/test/migrations.suite.ts"
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
})
