import { afterAll } from "vitest"
import { cardChangesSuite } from "../../core/test/card-changes.suite.ts"
import { cardClaimsSuite } from "../../core/test/card-claims.suite.ts"
import { cardPagesSuite } from "../../core/test/card-pages.suite.ts"
import { cardConsentSuite } from "../../core/test/card-consent.suite.ts"
import { cardsSuite } from "../../core/test/cards.suite.ts"
import { openFresh } from "./temporary.ts"

const opened: { readonly close: () => Promise<void> }[] = []
afterAll(() => Promise.all(opened.map((storage) => storage.close())))

const open = async () => {
  const storage = await openFresh({ file: ":memory:" })
  opened.push(storage)
  return storage
}
cardsSuite("SQLite", open)
cardConsentSuite("SQLite", open)
cardChangesSuite("SQLite", open)
cardClaimsSuite("SQLite", open)
cardPagesSuite("SQLite", open)
