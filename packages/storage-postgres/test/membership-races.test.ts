import { afterAll, expect, it } from "vitest"
import { membershipRacesSuite } from "../../core/test/memberships/facade/races.suite.ts"
import { openPostgres, type Retry } from "../src/index.ts"
import { openDatabases } from "./database.ts"

const databases = await openDatabases()
const connectionString = await databases.createMigrated()
const retries: Retry[] = []
const onRetry = (retry: Retry) => void retries.push(retry)
const stores = [
  openPostgres({ connectionString, onRetry }),
  openPostgres({ connectionString, onRetry }),
] as const
afterAll(async () => {
  for (const storage of stores) await storage.close()
})

membershipRacesSuite("two cores over one PostgreSQL", () => Promise.resolve(stores))

it("needs no deadlock to be resolved by the engine", () => expect(retries).toEqual([]))
