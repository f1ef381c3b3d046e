import { join } from "node:path"
import { killedWorkersSuite } from "../../storage-sql/test/killed-workers.suite.ts"
import { openFresh, newFile } from "./temporary.ts"

killedWorkersSuite("one SQLite file", join(import.meta.dirname, "webhook-child.ts"), async () => {
  const file = newFile()
  return { address: file, storage: await openFresh({ file }) }
})
