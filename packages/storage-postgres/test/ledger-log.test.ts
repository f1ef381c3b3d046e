import { afterAll } from "vitest"
import { ledgerLogSuite } from "../../core/test/ledger-log.suite.ts"
import { openDatabases } from "./database.ts"

const databases = await openDatabases()
const opened: { readonly close: () => Promise<void> }[] = []
afterAll(async () => {
  for (const storage of opened) await storage.close()
})

ledgerLogSuite("PostgreSQL", async () => {
  const storage = await databases.openFresh()
  opened.push(storage)
  return storage
})
