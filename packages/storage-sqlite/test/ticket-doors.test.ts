import { afterAll } from "vitest"
import { ticketDoorsSuite } from "../../core/test/rewards/ticket-doors.suite.ts"
import { openSqlite } from "../src/index.ts"

const opened: { readonly close: () => Promise<void> }[] = []
afterAll(() => Promise.all(opened.map((storage) => storage.close())))

ticketDoorsSuite("SQLite", async () => {
  const storage = openSqlite({ file: ":memory:", strict: true })
  opened.push(storage)
  return storage
})
