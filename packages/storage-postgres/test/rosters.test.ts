import { afterAll, expect, it } from "vitest"
import { largeRosterSuite } from "../../core/test/manifest/crowd.suite.ts"
import { rostersSuite } from "../../core/test/manifest/rosters.suite.ts"
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

rostersSuite("PostgreSQL", open, [4], 60)
largeRosterSuite("PostgreSQL", open)

it("needs no deadlock to be resolved by the engine", () => expect(databases.retries).toEqual([]))
