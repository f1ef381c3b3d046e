import { constants, copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs"
import { join } from "node:path"
import type { MigratedStorage } from "@symbolon/core/storage"
import { inject } from "vitest"
import { openSqlite, type SqliteOptions } from "../src/index.ts"
import { openImage } from "../src/sqlite-storage.ts"
import type {} from "./global-setup.ts"

// One directory for each worker, which runs many test files. It goes with the run.
const worker = mkdtempSync(join(inject("sqliteDirectory"), "worker-"))
const root = join(worker, "files")
mkdirSync(root)
let files = 0

/** A path where nothing is yet, until the test file is done. */
export const newFile = (): string => {
  files += 1
  return join(root, `${files}.db`)
}

/** Removes what stands at the paths that {@link newFile} gave. */
export const removeFiles = (): void => {
  rmSync(root, { recursive: true, force: true })
  mkdirSync(root)
}

/** A file with the newest schema. It is made once, and copied: migrating takes forty times as long. */
let template: Promise<string> | undefined
const makeTemplate = async (): Promise<string> => {
  const file = join(worker, "template.db")
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
