import { afterAll, expect, it } from "vitest"
import { ticketsSuite } from "../../core/test/admission/tickets.suite.ts"
import { deletedPeopleSuite } from "../../core/test/closing/deleted-people.suite.ts"
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

deletedPeopleSuite("PostgreSQL", open)
ticketsSuite("PostgreSQL", open)

it("needs no deadlock to be resolved by the engine", () => expect(databases.retries).toEqual([]))
