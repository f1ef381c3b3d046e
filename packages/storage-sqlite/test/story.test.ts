import { afterAll } from "vitest"
import { inputsSuite } from "../../core/test/inputs.suite.ts"
import { storySuite } from "../../core/test/story.suite.ts"
import { openFresh } from "./temporary.ts"

const opened: { readonly close: () => Promise<void> }[] = []
afterAll(() => Promise.all(opened.map((storage) => storage.close())))

const open = async () => {
  const storage = await openFresh({ file: ":memory:" })
  opened.push(storage)
  return storage
}

storySuite("SQLite", open)
inputsSuite("SQLite", open)
