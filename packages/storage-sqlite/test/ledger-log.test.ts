import { afterAll } from "vitest"
import { tellOfLogOn } from "../../core/test/ledger-log.suite.ts"
import { openSqlite } from "../src/index.ts"

const opened: { readonly close: () => Promise<void> }[] = []
afterAll(() => Promise.all(opened.map((storage) => storage.close())))

tellOfLogOn("SQLite", async () => {
  const storage = openSqlite({ file: ":memory:", strict: true })
  opened.push(storage)
  return storage
})
