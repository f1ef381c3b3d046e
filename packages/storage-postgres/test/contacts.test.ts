import { afterAll, expect, it } from "vitest"
import { contactDropsSuite } from "../../core/test/contact-drops.suite.ts"
import { contactPrivacySuite } from "../../core/test/contact-privacy.suite.ts"
import { contactSearchSuite } from "../../core/test/contact-search.suite.ts"
import { contactsSuite } from "../../core/test/contacts.suite.ts"
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
contactsSuite("PostgreSQL", open)
contactDropsSuite("PostgreSQL", open)
contactPrivacySuite("PostgreSQL", open)
contactSearchSuite("PostgreSQL", open)

it("needs no deadlock to be resolved by the engine", () => expect(databases.retries).toEqual([]))
