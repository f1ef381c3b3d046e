import Database from "better-sqlite3"
import { describe, expect, it } from "vitest"
import { selfReferences, tables } from "@symbolon/storage-sql"
import { allRowsSuite } from "../../storage-sql/test/all-rows.suite.ts"
import { openSqlite } from "../src/index.ts"
import { keyedTables } from "../src/flavor.ts"
import { newFile, openFresh } from "./temporary.ts"

describe("all rows of a file", () => {
  allRowsSuite(async () => openSqlite({ file: newFile() }))

  it("come in an order in which every row follows the rows it refers to, except for references that are filled in later", async () => {
    const file = newFile()
    const storage = openSqlite({ file })
    await storage.migrations.up()
    await storage.close()
    const database = new Database(file, { readonly: true })
    const snake = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
    const order = Object.keys(tables).map(snake)
    const keys = order.flatMap((table) =>
      (database.pragma(`foreign_key_list(${table})`) as { table: string; from: string }[]).map(
        (key) => ({ of: table, ...key }),
      ),
    )
    database.close()
    const forward = keys.filter(({ of, table }) => order.indexOf(table) > order.indexOf(of))
    expect(forward).toEqual([])
    const own = keys.filter(({ of, table }) => of === table).map(({ of, from }) => `${of}.${from}`)
    expect(own).toEqual(
      Object.entries(selfReferences).map(
        ([table, { column }]) => `${snake(table)}.${snake(column)}`,
      ),
    )
  })

  it("are read along the key of a table whose rows have no number, page after page", async () => {
    const file = newFile()
    await (await openFresh({ file })).close()
    const storage = openSqlite({ file })
    const database = new Database(file)
    const keyed = database
      .prepare(
        "select name from pragma_table_list where schema = 'main' and wr = 1 and type = 'table'",
      )
      .pluck()
      .all()
    expect(keyed).toEqual(Object.keys(keyedTables))
    database.exec(
      `with recursive numbers(n) as (select 1 union all select n + 1 from numbers where n < 5000)
       insert into outcomes (key, digest, created_at) select 'key ' || (n * 7919 % 5000), 'd', n from numbers`,
    )
    database.close()
    const keys: unknown[] = []
    await storage.allRows.read(async ({ table, rows }) => {
      if (table === "outcomes") keys.push(...rows.map(([key]) => key))
    })
    expect(new Set(keys).size).toBe(5_000)
    expect(keys).toHaveLength(5_000)
    await storage.close()
  })
})
