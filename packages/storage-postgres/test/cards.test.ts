import { afterAll, expect, it } from "vitest"
import { cardChangesSuite } from "../../core/test/card-changes.suite.ts"
import { cardClaimsSuite } from "../../core/test/card-claims.suite.ts"
import { cardPagesSuite } from "../../core/test/card-pages.suite.ts"
import { cardConsentSuite } from "../../core/test/card-consent.suite.ts"
import { cardsSuite } from "../../core/test/cards.suite.ts"
import { openDatabases } from "./database.ts"

const databases = await openDatabases()
const opened: { readonly close: () => Promise<void> }[] = []
afterAll(async () => {
  for (const storage of opened) await storage.close()
})

const open = async () => {
  const storage = await databases.openFresh()
  opened.push(storage)
  return storage
}
cardsSuite("PostgreSQL", open)
cardConsentSuite("PostgreSQL", open)
cardChangesSuite("PostgreSQL", open)
cardClaimsSuite("PostgreSQL", open)
cardPagesSuite("PostgreSQL", open)

it("needs no deadlock to be resolved by the engine", () => expect(databases.retries).toEqual([]))
