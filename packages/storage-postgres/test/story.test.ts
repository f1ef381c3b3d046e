import { afterAll, expect, it } from "vitest"
import { inputsSuite } from "../../core/test/inputs.suite.ts"
import { storySuite } from "../../core/test/story.suite.ts"
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

storySuite("PostgreSQL", open)
inputsSuite("PostgreSQL", open)

it("needs no deadlock to be resolved by the engine", () => expect(databases.retries).toEqual([]))
