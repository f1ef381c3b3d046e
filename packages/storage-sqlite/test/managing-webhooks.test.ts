import { afterAll } from "vitest"
import { managingWebhooksSuite } from "../../core/test/webhooks/managing.suite.ts"
import { redeliveringSuite } from "../../core/test/webhooks/redelivering.suite.ts"
import { openSqlite } from "../src/index.ts"

const opened: { readonly close: () => Promise<void> }[] = []
afterAll(() => Promise.all(opened.map((storage) => storage.close())))

const open = () => {
  const storage = openSqlite({ file: ":memory:", strict: true })
  opened.push(storage)
  return storage
}

managingWebhooksSuite("SQLite", open)
redeliveringSuite("SQLite", open)
