import { afterAll } from "vitest"
import { inputsSuite } from "../../core/test/inputs.suite.ts"
import { storySuite } from "../../core/test/story.suite.ts"
import { openSqlite } from "../src/index.ts"

const opened: { readonly close: () => Promise<void> }[] = []
afterAll(() => Promise.all(opened.map((storage) => storage.close())))

const open = () => {
  const storage = openSqlite({ file: ":memory:", strict: true })
  opened.push(storage)
  return storage
}

storySuite("SQLite", open)
inputsSuite("SQLite", open)
