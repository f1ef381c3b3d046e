import { afterAll, expect, it } from "vitest"
import { paidMembershipRacesSuite } from "../../core/test/payments/membership-races.suite.ts"
import { paymentRacesSuite } from "../../core/test/payments/races.suite.ts"
import { openDatabases } from "./database.ts"

const databases = await openDatabases()
const opened: { readonly close: () => Promise<void> }[] = []
afterAll(async () => {
  for (const storage of opened) await storage.close()
})

const openOne = async () => {
  const storage = await databases.openFresh()
  opened.push(storage)
  return storage
}

paymentRacesSuite("PostgreSQL", openOne)
paidMembershipRacesSuite("PostgreSQL", openOne)

it("needs no deadlock to be resolved by the engine", () => expect(databases.retries).toEqual([]))
