import { afterAll, expect, it } from "vitest"
import { tellOfInputsOn } from "../../core/test/inputs.suite.ts"
import { tellStoryOn } from "../../core/test/story.suite.ts"
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

tellStoryOn("PostgreSQL", open)
tellOfInputsOn("PostgreSQL", open)

it("needs no deadlock to be resolved by the engine", () => expect(databases.retries).toEqual([]))
