import { afterAll, expect, it } from "vitest"
import { profilePagesSuite } from "../../core/test/profiles/pages.suite.ts"
import { profileTemplatesSuite } from "../../core/test/profiles/templates.suite.ts"
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

profilePagesSuite("PostgreSQL", open)
profileTemplatesSuite("PostgreSQL", open)

it("needs no deadlock to be resolved by the engine", () => expect(databases.retries).toEqual([]))
