import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import type { MigratedStorage } from "@symbolon/core/storage"
import { afterAll } from "vitest"
import { openSqlite, type SqliteOptions } from "../src/index.ts"

// One directory for each test file, removed when its tests are done.
const root = mkdtempSync(join(tmpdir(), "symbolon-sqlite-"))
afterAll(() => rmSync(root, { recursive: true, force: true }))
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
