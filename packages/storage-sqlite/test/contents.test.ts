import { afterAll } from "vitest"
import { contentsSuite } from "../../core/test/contents.suite.ts"
import { vaultRenewalSuite } from "../../core/test/vault-renewal.suite.ts"
import { openFresh } from "./temporary.ts"

const opened: { readonly close: () => Promise<void> }[] = []
afterAll(() => Promise.all(opened.map((storage) => storage.close())))

const open = async () => {
  const storage = await openFresh({ file: ":memory:" })
  opened.push(storage)
  return storage
}

contentsSuite("SQLite", open)
vaultRenewalSuite("SQLite", open)
