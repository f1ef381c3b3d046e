import { join } from "node:path"
import { propagatingProcessesSuite } from "../../storage-sql/test/propagating-processes.suite.ts"
import { openPostgres } from "../src/index.ts"
import { openDatabases } from "./database.ts"

const databases = await openDatabases()

propagatingProcessesSuite(
  "PostgreSQL",
  join(import.meta.dirname, "propagating-child.ts"),
  async () => {
    const address = await databases.createMigrated()
    return { address, storage: openPostgres({ connectionString: address }) }
  },
)
