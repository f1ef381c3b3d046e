import { afterAll } from "vitest"
import { mirroringSuite } from "../../core/test/rewards/mirroring.suite.ts"
import { openFresh } from "./temporary.ts"

const opened: { readonly close: () => Promise<void> }[] = []
afterAll(() => Promise.all(opened.map((storage) => storage.close())))

mirroringSuite("SQLite", async () => {
  const storage = await openFresh({ file: ":memory:" })
  opened.push(storage)
  return storage
})
