import { join } from "node:path"
import { killedIssuersSuite } from "../../storage-sql/test/killed-issuers.suite.ts"
import { killedTriggersSuite } from "../../storage-sql/test/killed-triggers.suite.ts"
import { openSqlite } from "../src/index.ts"
import { newFile, openFresh } from "./temporary.ts"

const open = async () => {
  const file = newFile()
  await (await openFresh({ file })).close()
  return { address: file, storage: openSqlite({ file }) }
}

killedIssuersSuite("one SQLite file", join(import.meta.dirname, "issuing-child.ts"), open)
killedTriggersSuite("one SQLite file", join(import.meta.dirname, "webhook-child.ts"), open)
