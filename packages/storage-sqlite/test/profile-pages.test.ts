import { afterAll } from "vitest"
import { profilePagesSuite } from "../../core/test/profiles/pages.suite.ts"
import { openSqlite } from "../src/index.ts"

const opened: { readonly close: () => Promise<void> }[] = []
afterAll(() => Promise.all(opened.map((storage) => storage.close())))

profilePagesSuite("SQLite", async () => {
  const storage = openSqlite({ file: ":memory:", strict: true })
  opened.push(storage)
  return storage
})
