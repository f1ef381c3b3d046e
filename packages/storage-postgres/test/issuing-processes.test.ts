import { join } from "node:path"
import { killedIssuersSuite } from "../../storage-sql/test/killed-issuers.suite.ts"
import { openPostgres } from "../src/index.ts"
import { openDatabases } from "./database.ts"

const databases = await openDatabases()

killedIssuersSuite("PostgreSQL", join(import.meta.dirname, "issuing-child.ts"), async () => {
  const address = await databases.createMigrated()
  return { address, storage: openPostgres({ connectionString: address }) }
})
