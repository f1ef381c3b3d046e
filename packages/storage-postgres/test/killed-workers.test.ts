import { join } from "node:path"
import { killedWorkersSuite } from "../../storage-sql/test/killed-workers.suite.ts"
import { openPostgres } from "../src/index.ts"
import { openDatabases } from "./database.ts"

const databases = await openDatabases()

killedWorkersSuite("PostgreSQL", join(import.meta.dirname, "webhook-child.ts"), async () => {
  const address = await databases.createMigrated()
  return { address, storage: openPostgres({ connectionString: address }) }
})
