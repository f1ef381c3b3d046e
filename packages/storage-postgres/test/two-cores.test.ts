import { afterAll } from "vitest"
import { twoCoresSuite } from "../../core/test/two-cores.suite.ts"
import { openPostgres } from "../src/index.ts"
import { openDatabases } from "./database.ts"

const databases = await openDatabases()
const opened: { readonly close: () => Promise<void> }[] = []
afterAll(async () => {
  for (const storage of opened) await storage.close()
})

twoCoresSuite("one PostgreSQL database", async () => {
  const connectionString = await databases.createMigrated()
  const stores = [openPostgres({ connectionString }), openPostgres({ connectionString })] as const
  opened.push(...stores)
  return stores
})
