import { afterAll, expect, it } from "vitest"
import { contentsSuite } from "../../core/test/contents.suite.ts"
import { vaultRenewalSuite } from "../../core/test/vault-renewal.suite.ts"
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

contentsSuite("PostgreSQL", open)
vaultRenewalSuite("PostgreSQL", open)

it("needs no deadlock to be resolved by the engine", () => expect(databases.retries).toEqual([]))
