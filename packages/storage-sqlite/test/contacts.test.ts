import { afterAll } from "vitest"
import { contactDropsSuite } from "../../core/test/contact-drops.suite.ts"
import { contactPrivacySuite } from "../../core/test/contact-privacy.suite.ts"
import { contactSearchSuite } from "../../core/test/contact-search.suite.ts"
import { contactsSuite } from "../../core/test/contacts.suite.ts"
import { openFresh } from "./temporary.ts"

const opened: { readonly close: () => Promise<void> }[] = []
afterAll(() => Promise.all(opened.map((storage) => storage.close())))

const open = async () => {
  const storage = await openFresh({ file: ":memory:" })
  opened.push(storage)
  return storage
}
contactsSuite("SQLite", open)
contactDropsSuite("SQLite", open)
contactPrivacySuite("SQLite", open)
contactSearchSuite("SQLite", open)
