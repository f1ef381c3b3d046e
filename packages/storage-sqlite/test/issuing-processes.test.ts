import { join } from "node:path"
import { killedIssuersSuite } from "../../storage-sql/test/killed-issuers.suite.ts"
import { openSqlite } from "../src/index.ts"
import { newFile, openFresh } from "./temporary.ts"

killedIssuersSuite("one SQLite file", join(import.meta.dirname, "issuing-child.ts"), async () => {
  const file = newFile()
  await (await openFresh({ file })).close()
  return { address: file, storage: openSqlite({ file }) }
})
