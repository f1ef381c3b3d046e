import { afterAll } from "vitest"
import { forgottenTriggersSuite } from "../../core/test/rewards/forgotten-triggers.suite.ts"
import { triggersSuite } from "../../core/test/rewards/triggers.suite.ts"
import { openFresh } from "./temporary.ts"

const opened: { readonly close: () => Promise<void> }[] = []
afterAll(() => Promise.all(opened.map((storage) => storage.close())))

const open = async () => {
  const storage = await openFresh({ file: ":memory:" })
  opened.push(storage)
  return storage
}

triggersSuite("SQLite", open)
forgottenTriggersSuite("SQLite", open)
