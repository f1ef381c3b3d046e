import { join } from "node:path"
import { propagatingProcessesSuite } from "../../storage-sql/test/propagating-processes.suite.ts"
import { openSqlite } from "../src/index.ts"
import { newFile, openFresh } from "./temporary.ts"

propagatingProcessesSuite(
  "one SQLite file",
  join(import.meta.dirname, "propagating-child.ts"),
  async () => {
    const file = newFile()
    await (await openFresh({ file })).close()
    return { address: file, storage: openSqlite({ file }) }
  },
)
