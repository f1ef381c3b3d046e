import { afterAll } from "vitest"
import { largeRosterSuite } from "../../core/test/manifest/crowd.suite.ts"
import { rostersSuite } from "../../core/test/manifest/rosters.suite.ts"
import { openFresh } from "./temporary.ts"

const opened: { readonly close: () => Promise<void> }[] = []
afterAll(() => Promise.all(opened.map((storage) => storage.close())))

const open = async () => {
  const storage = await openFresh({ file: ":memory:" })
  opened.push(storage)
  return storage
}

rostersSuite("SQLite", open, [4], 150)
largeRosterSuite("SQLite", open)
