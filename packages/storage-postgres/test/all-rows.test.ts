import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, describe } from "vitest"
import { allRowsSuite } from "../../storage-sql/test/all-rows.suite.ts"
import { openSqlite } from "../../storage-sqlite/src/index.ts"
import { openPostgres } from "../src/index.ts"
import { openDatabases } from "./database.ts"

const databases = await openDatabases()
const files = mkdtempSync(join(tmpdir(), "symbolon-rows-"))
afterAll(() => rmSync(files, { recursive: true, force: true }))
let made = 0

const inPostgres = async () => openPostgres({ connectionString: await databases.create() })
const inFile = async () => {
  made += 1
  return openSqlite({ file: join(files, `${made}.db`) })
}

describe("all rows of a database", () => {
  allRowsSuite(inPostgres)
})
describe("all rows of a database, into a file", () => {
  allRowsSuite(inPostgres, inFile)
})
describe("all rows of a file, into a database", () => {
  allRowsSuite(inFile, inPostgres)
})
