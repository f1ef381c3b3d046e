import { afterAll, expect, it } from "vitest"
import { nestedReadsSuite } from "../../core/test/nested-reads.suite.ts"
import { sharedReadsSuite } from "../../core/test/shared-reads.suite.ts"
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

sharedReadsSuite("PostgreSQL", open)
nestedReadsSuite("PostgreSQL", open)

it("needs no deadlock to be resolved by the engine", () => expect(databases.retries).toEqual([]))
