import { afterAll } from "vitest"
import { abandonedSuite } from "../../core/test/rewards/abandoned.suite.ts"
import { assetsSuite } from "../../core/test/rewards/assets.suite.ts"
import { externalSuite } from "../../core/test/rewards/external.suite.ts"
import { externalTriggersSuite } from "../../core/test/rewards/external-triggers.suite.ts"
import { heldRewardsSuite } from "../../core/test/rewards/held.suite.ts"
import { hostedRewardsSuite } from "../../core/test/rewards/hosted.suite.ts"
import { openFresh } from "./temporary.ts"

const opened: { readonly close: () => Promise<void> }[] = []
afterAll(() => Promise.all(opened.map((storage) => storage.close())))

const open = async () => {
  const storage = await openFresh({ file: ":memory:" })
  opened.push(storage)
  return storage
}

abandonedSuite("SQLite", open)
assetsSuite("SQLite", open)
externalSuite("SQLite", open)
externalTriggersSuite("SQLite", open)
heldRewardsSuite("SQLite", open)
hostedRewardsSuite("SQLite", open)
