import { afterAll } from "vitest"
import { forgottenTriggersSuite } from "../../core/test/rewards/forgotten-triggers.suite.ts"
import { triggersSuite } from "../../core/test/rewards/triggers.suite.ts"
import { openSqlite } from "../src/index.ts"

const opened: { readonly close: () => Promise<void> }[] = []
afterAll(() => Promise.all(opened.map((storage) => storage.close())))

const open = async () => {
  const storage = openSqlite({ file: ":memory:", strict: true })
  opened.push(storage)
  return storage
}

triggersSuite("SQLite", open)
forgottenTriggersSuite("SQLite", open)
