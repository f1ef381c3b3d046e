import { afterAll } from "vitest"
import { ledgerModelSuite } from "../../core/test/ledger/against-model.suite.ts"
import { allowancesSuite } from "../../core/test/ledger/allowance.suite.ts"
import { ledgerAuthoritySuite } from "../../core/test/ledger/authority.suite.ts"
import { badLedgerInputSuite } from "../../core/test/ledger/bad-input.suite.ts"
import { ledgerRacesSuite } from "../../core/test/ledger/races.suite.ts"
import { openPostgres } from "../src/index.ts"
import { openDatabases } from "./database.ts"

const databases = await openDatabases()
const opened: { readonly close: () => Promise<void> }[] = []
afterAll(async () => {
  for (const storage of opened) await storage.close()
})

ledgerModelSuite("PostgreSQL", () => databases.openFresh(), 8)

const openTwo = async () => {
  const connectionString = await databases.createMigrated()
  const stores = [openPostgres({ connectionString }), openPostgres({ connectionString })]
  opened.push(...stores)
  return stores
}

const openOne = async () => {
  const storage = await databases.openFresh()
  opened.push(storage)
  return storage
}

ledgerRacesSuite("PostgreSQL, from two processes' pools", openTwo)

allowancesSuite("PostgreSQL, from two processes' pools", openTwo)

ledgerAuthoritySuite("PostgreSQL", openOne)

badLedgerInputSuite("PostgreSQL", openOne)
