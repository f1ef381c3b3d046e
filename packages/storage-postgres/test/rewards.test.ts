import { afterAll, expect, it } from "vitest"
import { abandonedSuite } from "../../core/test/rewards/abandoned.suite.ts"
import { assetsSuite } from "../../core/test/rewards/assets.suite.ts"
import { externalSuite } from "../../core/test/rewards/external.suite.ts"
import { externalTriggersSuite } from "../../core/test/rewards/external-triggers.suite.ts"
import { heldRewardsSuite } from "../../core/test/rewards/held.suite.ts"
import { hostedRewardsSuite } from "../../core/test/rewards/hosted.suite.ts"
import { openDatabases } from "./database.ts"

const databases = await openDatabases()
const opened: { readonly close: () => Promise<void> }[] = []
afterAll(async () => {
  for (const storage of opened) await storage.close()
})

const open = async () => {
  const storage = await databases.openFresh()
  opened.push(storage)
  return storage
}

abandonedSuite("PostgreSQL", open)
assetsSuite("PostgreSQL", open)
externalSuite("PostgreSQL", open)
externalTriggersSuite("PostgreSQL", open)
heldRewardsSuite("PostgreSQL", open)
hostedRewardsSuite("PostgreSQL", open)

it("needs no deadlock to be resolved by the engine", () => expect(databases.retries).toEqual([]))
