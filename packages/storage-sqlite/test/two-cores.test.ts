import { afterAll } from "vitest"
import { twoCoresSuite } from "../../core/test/two-cores.suite.ts"
import { openSqlite } from "../src/index.ts"
import { newFile } from "./temporary.ts"

const opened: { readonly close: () => Promise<void> }[] = []
afterAll(() => Promise.all(opened.map((storage) => storage.close())))

twoCoresSuite("one SQLite file", async () => {
  const file = newFile()
  const stores = [openSqlite({ file, strict: true }), openSqlite({ file, strict: true })] as const
  opened.push(...stores)
  return stores
})
