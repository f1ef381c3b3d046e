import { afterAll } from "vitest"
import { profilePagesSuite } from "../../core/test/profiles/pages.suite.ts"
import { profileTemplatesSuite } from "../../core/test/profiles/templates.suite.ts"
import { openFresh } from "./temporary.ts"

const opened: { readonly close: () => Promise<void> }[] = []
afterAll(() => Promise.all(opened.map((storage) => storage.close())))

const open = async () => {
  const storage = await openFresh({ file: ":memory:" })
  opened.push(storage)
  return storage
}

profilePagesSuite("SQLite", open)
profileTemplatesSuite("SQLite", open)
