import { afterAll } from "vitest"
import { activityRacesSuite } from "../../core/test/activities/races.suite.ts"
import { openFresh } from "./temporary.ts"

const opened: { readonly close: () => Promise<void> }[] = []
afterAll(() => Promise.all(opened.map((storage) => storage.close())))

activityRacesSuite("SQLite", async () => {
  const storage = await openFresh({ file: ":memory:" })
  opened.push(storage)
  return storage
})
