import { afterAll } from "vitest"
import { exchangesSuite } from "../../core/test/webhooks/exchanges.suite.ts"
import { openSqlite } from "../src/index.ts"

const opened: { readonly close: () => Promise<void> }[] = []
afterAll(() => Promise.all(opened.map((storage) => storage.close())))

exchangesSuite("SQLite", async () => {
  const storage = openSqlite({ file: ":memory:", strict: true })
  await storage.migrations.up()
  opened.push(storage)
  return storage
})
