import { simulatorSuite } from "../../core/test/simulator/simulator.suite.ts"
import { openPostgres } from "../src/index.ts"
import { openDatabases } from "./database.ts"

const databases = await openDatabases()

const openDisk = async () => {
  const connectionString = await databases.createMigrated()
  return {
    open: () => openPostgres({ connectionString }),
    shut: (storage: { readonly close: () => Promise<void> }) => storage.close(),
  }
}

simulatorSuite("PostgreSQL", openDisk, 4)
