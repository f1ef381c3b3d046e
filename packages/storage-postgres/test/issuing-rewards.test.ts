import { afterAll, expect, it } from "vitest"
import { forgottenNamesSuite } from "../../core/test/rewards/forgotten-names.suite.ts"
import { issuingSuite } from "../../core/test/rewards/issuing.suite.ts"
import { openDatabases } from "./database.ts"

const databases = await openDatabases()
const opened: { readonly close: () => Promise<void> }[] = []
afterAll(async () => {
  for (const storage of opened) await storage.close()
})

const fresh = async () => {
  const storage = await databases.openFresh()
  opened.push(storage)
  return storage
}

issuingSuite("PostgreSQL", fresh)
forgottenNamesSuite("PostgreSQL", fresh)

it("needs no deadlock to be resolved by the engine", () => expect(databases.retries).toEqual([]))
