import { statSync } from "node:fs"
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

it("a new file and those beside it are for their owner alone", async () => {
  const file = newFile()
  const storage = openSqlite({ file })
  await storage.migrations.up()
  for (const name of [file, `${file}-wal`, `${file}-shm`])
    expect(statSync(name).mode & 0o777, name).toBe(0o600)
  await storage.close()
})

it("a database in memory, and a file in the working directory, need no directory", async () => {
  await openSqlite({ file: ":memory:" }).close()
})

it("a store without a file is refused by what is missing", () => {
  for (const options of [{}, { file: "" }, undefined])
    expect(() => Reflect.apply(openSqlite, undefined, [options])).toThrow("openSqlite needs `file`")
})
