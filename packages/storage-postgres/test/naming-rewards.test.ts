import { afterAll, expect, it } from "vitest"
import { namingDoorsSuite } from "../../core/test/rewards/naming-doors.suite.ts"
import { namingTransfersSuite } from "../../core/test/rewards/naming-transfers.suite.ts"
import { namingTriggersSuite } from "../../core/test/rewards/naming-triggers.suite.ts"
import { namingSuite } from "../../core/test/rewards/naming.suite.ts"
import { openDatabases } from "./database.ts"

const databases = await openDatabases()
const opened: { readonly close: () => Promise<void> }[] = []
afterAll(async () => {
  for (const storage of opened) await storage.close()
})

for (const suite of [namingSuite, namingDoorsSuite, namingTransfersSuite, namingTriggersSuite])
  suite("PostgreSQL", async () => {
    const storage = await databases.openFresh()
    opened.push(storage)
    return storage
  })

it("needs no deadlock to be resolved by the engine", () => expect(databases.retries).toEqual([]))
