import { afterAll } from "vitest"
import { forgottenNamesSuite } from "../../core/test/rewards/forgotten-names.suite.ts"
import { issuingSuite } from "../../core/test/rewards/issuing.suite.ts"
import { openFresh } from "./temporary.ts"

const opened: { readonly close: () => Promise<void> }[] = []
afterAll(() => Promise.all(opened.map((storage) => storage.close())))

const fresh = async () => {
  const storage = await openFresh({ file: ":memory:" })
  opened.push(storage)
  return storage
}

issuingSuite("SQLite", fresh)
forgottenNamesSuite("SQLite", fresh)
