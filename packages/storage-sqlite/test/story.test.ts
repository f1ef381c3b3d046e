import { afterAll } from "vitest"
import { tellOfInputsOn } from "../../core/test/inputs.suite.ts"
import { tellStoryOn } from "../../core/test/story.suite.ts"
import { openSqlite } from "../src/index.ts"

const opened: { readonly close: () => Promise<void> }[] = []
afterAll(() => Promise.all(opened.map((storage) => storage.close())))

const open = () => {
  const storage = openSqlite({ file: ":memory:", strict: true })
  opened.push(storage)
  return storage
}

tellStoryOn("SQLite", open)
tellOfInputsOn("SQLite", open)
