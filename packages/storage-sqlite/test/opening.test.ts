import { join } from "node:path"
import { expect, it } from "vitest"
import { openSqlite } from "../src/index.ts"
import { newFile } from "./temporary.ts"

it("a file in a directory that does not exist is refused with the directory", () => {
  const file = join(newFile(), "missing", "club.db")
  expect(() => openSqlite({ file })).toThrow(
    `SQLite cannot open ${file}: the directory ${join(file, "..")} does not exist. Create it first.`,
  )
})

it("a database in memory, and a file in the working directory, need no directory", async () => {
  await openSqlite({ file: ":memory:" }).close()
})
