import { afterEach, expect, it } from "vitest"
import { webhookCrashesSuite } from "../../core/test/webhooks/crashes.suite.ts"
import { deliveriesSuite } from "../../core/test/webhooks/deliveries.suite.ts"
import { webhookLoopSuite } from "../../core/test/webhooks/loop.suite.ts"
import { managingWebhooksSuite } from "../../core/test/webhooks/managing.suite.ts"
import { redeliveringSuite } from "../../core/test/webhooks/redelivering.suite.ts"
import { openDatabases } from "./database.ts"

const databases = await openDatabases()
const opened = new Set<{ readonly close: () => Promise<void> }>()
afterEach(async () => {
  for (const storage of opened) await storage.close()
})

const open = async () => {
  const fresh = await databases.openFresh()
  const storage = {
    ...fresh,
    close: async () => {
      opened.delete(storage)
      await fresh.close()
    },
  }
  opened.add(storage)
  return storage
}

deliveriesSuite("PostgreSQL", open)
webhookCrashesSuite("PostgreSQL", open)
webhookLoopSuite("PostgreSQL", open)
managingWebhooksSuite("PostgreSQL", open)
redeliveringSuite("PostgreSQL", open)

it("needs no deadlock to be resolved by the engine", () => expect(databases.retries).toEqual([]))
