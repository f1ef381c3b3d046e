import { afterAll } from "vitest"
import { webhookCrashesSuite } from "../../core/test/webhooks/crashes.suite.ts"
import { deliveriesSuite } from "../../core/test/webhooks/deliveries.suite.ts"
import { webhookLoopSuite } from "../../core/test/webhooks/loop.suite.ts"
import { openFresh } from "./temporary.ts"

const opened: { readonly close: () => Promise<void> }[] = []
afterAll(() => Promise.all(opened.map((storage) => storage.close())))

const open = async () => {
  const storage = await openFresh({ file: ":memory:" })
  opened.push(storage)
  return storage
}

deliveriesSuite("SQLite", open)
webhookCrashesSuite("SQLite", open)
webhookLoopSuite("SQLite", open)
