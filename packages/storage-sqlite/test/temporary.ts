import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import type { MigratedStorage } from "@symbolon/core/storage"
import { openSqlite, type SqliteOptions } from "../src/index.ts"

/** A directory of its own for each caller, removed when the process ends. */
export const temporaryDirectory = (): string => {
  const directory = mkdtempSync(join(tmpdir(), "symbolon-sqlite-"))
  process.once("exit", () => rmSync(directory, { recursive: true, force: true }))
  return directory
}

const root = temporaryDirectory()
let files = 0

/** A path where nothing is yet. */
export const newFile = (): string => {
  files += 1
  return join(root, `${files}.db`)
}

/** A store that holds nothing, its schema up to date. */
export const openFresh = async (options: Partial<SqliteOptions> = {}): Promise<MigratedStorage> => {
  const storage = openSqlite({ file: newFile(), strict: true, ...options })
  await storage.migrations.up()
  return storage
}
