import { afterAll } from "vitest"
import { contentsSuite } from "../../core/test/contents.suite.ts"
import { vaultRenewalSuite } from "../../core/test/vault-renewal.suite.ts"
import { openSqlite } from "../src/index.ts"

const opened: { readonly close: () => Promise<void> }[] = []
afterAll(() => Promise.all(opened.map((storage) => storage.close())))

const open = async () => {
  const storage = openSqlite({ file: ":memory:", strict: true })
  opened.push(storage)
  return storage
}

contentsSuite("SQLite", open)
vaultRenewalSuite("SQLite", open)
