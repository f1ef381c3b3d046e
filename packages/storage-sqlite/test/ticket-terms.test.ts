import { afterAll } from "vitest"
import { ticketTermsSuite } from "../../core/test/rewards/ticket-terms.suite.ts"
import { openSqlite } from "../src/index.ts"

const opened: { readonly close: () => Promise<void> }[] = []
afterAll(() => Promise.all(opened.map((storage) => storage.close())))

ticketTermsSuite("SQLite", async () => {
  const storage = openSqlite({ file: ":memory:", strict: true })
  opened.push(storage)
  return storage
})
