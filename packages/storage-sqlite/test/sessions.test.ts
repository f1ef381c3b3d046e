import { afterAll } from "vitest"
import { sessionRacesSuite } from "../../core/test/sessions/races.suite.ts"
import { openFresh } from "./temporary.ts"

const opened: { readonly close: () => Promise<void> }[] = []
afterAll(() => Promise.all(opened.map((storage) => storage.close())))

sessionRacesSuite("SQLite", async () => {
  const storage = await openFresh({ file: ":memory:" })
  opened.push(storage)
  return storage
})
