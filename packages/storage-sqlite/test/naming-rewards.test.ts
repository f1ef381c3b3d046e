import { afterAll } from "vitest"
import { namingDoorsSuite } from "../../core/test/rewards/naming-doors.suite.ts"
import { namingTransfersSuite } from "../../core/test/rewards/naming-transfers.suite.ts"
import { namingTriggersSuite } from "../../core/test/rewards/naming-triggers.suite.ts"
import { namingSuite } from "../../core/test/rewards/naming.suite.ts"
import { openFresh } from "./temporary.ts"

const opened: { readonly close: () => Promise<void> }[] = []
afterAll(() => Promise.all(opened.map((storage) => storage.close())))

for (const suite of [namingSuite, namingDoorsSuite, namingTransfersSuite, namingTriggersSuite])
  suite("SQLite", async () => {
    const storage = await openFresh({ file: ":memory:" })
    opened.push(storage)
    return storage
  })
