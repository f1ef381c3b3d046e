import { afterAll } from "vitest"
import { ticketTermsSuite } from "../../core/test/rewards/ticket-terms.suite.ts"
import { openFresh } from "./temporary.ts"

const opened: { readonly close: () => Promise<void> }[] = []
afterAll(() => Promise.all(opened.map((storage) => storage.close())))

ticketTermsSuite("SQLite", async () => {
  const storage = await openFresh({ file: ":memory:" })
  opened.push(storage)
  return storage
})
