import { afterAll } from "vitest"
import { managingWebhooksSuite } from "../../core/test/webhooks/managing.suite.ts"
import { redeliveringSuite } from "../../core/test/webhooks/redelivering.suite.ts"
import { openFresh } from "./temporary.ts"

const opened: { readonly close: () => Promise<void> }[] = []
afterAll(() => Promise.all(opened.map((storage) => storage.close())))

const open = async () => {
  const storage = await openFresh({ file: ":memory:" })
  opened.push(storage)
  return storage
}

managingWebhooksSuite("SQLite", open)
redeliveringSuite("SQLite", open)
