import { afterAll } from "vitest"
import { ledgerLogSuite } from "../../core/test/ledger-log.suite.ts"
import { openFresh } from "./temporary.ts"

const opened: { readonly close: () => Promise<void> }[] = []
afterAll(() => Promise.all(opened.map((storage) => storage.close())))

ledgerLogSuite("SQLite", async () => {
  const storage = await openFresh({ file: ":memory:" })
  opened.push(storage)
  return storage
})
