import { afterAll } from "vitest"
import { tellOfTheModelOn } from "../../core/test/ledger/against-model.suite.ts"
import { tellOfAllowancesOn } from "../../core/test/ledger/allowance.suite.ts"
import { tellOfLedgerAuthorityOn } from "../../core/test/ledger/authority.suite.ts"
import { tellOfBadLedgerInputOn } from "../../core/test/ledger/bad-input.suite.ts"
import { tellOfLedgerRacesOn } from "../../core/test/ledger/races.suite.ts"
import { openPostgres } from "../src/index.ts"
import { openDatabases } from "./database.ts"

const databases = await openDatabases()
const opened: { readonly close: () => Promise<void> }[] = []
afterAll(async () => {
  for (const storage of opened) await storage.close()
})

tellOfTheModelOn("PostgreSQL", () => databases.openFresh(), 8)

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

tellOfLedgerRacesOn("PostgreSQL, from two processes' pools", openTwo)

tellOfAllowancesOn("PostgreSQL, from two processes' pools", openTwo)

tellOfLedgerAuthorityOn("PostgreSQL", openOne)

tellOfBadLedgerInputOn("PostgreSQL", openOne)
