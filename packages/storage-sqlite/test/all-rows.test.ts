import Database from "better-sqlite3"
import { describe, expect, it } from "vitest"
import { selfReferences, tables } from "@symbolon/storage-sql"
import { allRowsSuite } from "../../storage-sql/test/all-rows.suite.ts"
import { openSqlite } from "../src/index.ts"
import { newFile } from "./temporary.ts"

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
})
