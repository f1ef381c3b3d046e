import { join } from "node:path"
import { killedIssuersSuite } from "../../storage-sql/test/killed-issuers.suite.ts"
import { killedTriggersSuite } from "../../storage-sql/test/killed-triggers.suite.ts"
import { openPostgres } from "../src/index.ts"
import { openDatabases } from "./database.ts"

const databases = await openDatabases()

const open = async () => {
  const address = await databases.createMigrated()
  return { address, storage: openPostgres({ connectionString: address }) }
}

killedIssuersSuite("PostgreSQL", join(import.meta.dirname, "issuing-child.ts"), open)
killedTriggersSuite("PostgreSQL", join(import.meta.dirname, "webhook-child.ts"), open)
