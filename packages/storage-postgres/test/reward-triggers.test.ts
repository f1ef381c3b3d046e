import { afterAll, expect, it } from "vitest"
import { forgottenTriggersSuite } from "../../core/test/rewards/forgotten-triggers.suite.ts"
import { triggersSuite } from "../../core/test/rewards/triggers.suite.ts"
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

triggersSuite("PostgreSQL", open)
forgottenTriggersSuite("PostgreSQL", open)

it("needs no deadlock to be resolved by the engine", () => expect(databases.retries).toEqual([]))
