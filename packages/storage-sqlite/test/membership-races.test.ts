import { afterAll } from "vitest"
import { membershipRacesSuite } from "../../core/test/memberships/facade/races.suite.ts"
import { openSqlite } from "../src/index.ts"
import { newFile } from "./temporary.ts"

const opened: { readonly close: () => Promise<void> }[] = []
afterAll(() => Promise.all(opened.map((storage) => storage.close())))

membershipRacesSuite("two connections to one SQLite file", async () => {
  const file = newFile()
  const stores = [openSqlite({ file, strict: true }), openSqlite({ file, strict: true })] as const
  opened.push(...stores)
  return stores
})
