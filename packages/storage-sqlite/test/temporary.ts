import { constants, copyFileSync, mkdtempSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import type { MigratedStorage } from "@symbolon/core/storage"
import { afterAll } from "vitest"
import { openSqlite, type SqliteOptions } from "../src/index.ts"
import { openImage } from "../src/sqlite-storage.ts"

// One directory for each test file, removed when its tests are done.
const root = mkdtempSync(join(tmpdir(), "symbolon-sqlite-"))
afterAll(() => rmSync(root, { recursive: true, force: true }))
let files = 0

/** A path where nothing is yet. */
export const newFile = (): string => {
  files += 1
  return join(root, `${files}.db`)
}

/** A file with the newest schema. It is made once, and copied: migrating takes forty times as long. */
let template: Promise<string> | undefined
const makeTemplate = async (): Promise<string> => {
  const file = newFile()
  const storage = openSqlite({ file })
  await storage.migrations.up()
  await storage.close()
  return file
}

/** The template as an image that SQLite opens in memory, where there is no write-ahead log. */
const imageOf = (file: string): Buffer => {
  const image = readFileSync(file)
  // The versions of the file format that writers and readers need: 1 without a log, 2 with one.
  image.fill(1, 18, 20)
  return image
}

/** A store that holds nothing, its schema up to date. */
export const openFresh = async (options: Partial<SqliteOptions> = {}): Promise<MigratedStorage> => {
  template ??= makeTemplate()
  const { file = newFile() } = options
  if (file === ":memory:")
    return openImage(imageOf(await template), { strict: true, ...options, file })
  copyFileSync(await template, file, constants.COPYFILE_EXCL)
  return openSqlite({ strict: true, ...options, file })
}
