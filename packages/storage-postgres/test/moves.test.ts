import { afterAll, expect, it } from "vitest"
import { keptPricesSuite } from "../../core/test/memberships/moves/keeping.suite.ts"
import { movesSuite } from "../../core/test/memberships/moves/moves.suite.ts"
import { movePropertiesSuite } from "../../core/test/memberships/moves/properties.suite.ts"
import { moveRacesSuite } from "../../core/test/memberships/moves/races.suite.ts"
import { runningMovesSuite } from "../../core/test/memberships/moves/running.suite.ts"
import { openDatabases } from "./database.ts"

const databases = await openDatabases()
const opened: { readonly close: () => Promise<void> }[] = []
afterAll(async () => {
  for (const storage of opened) await storage.close()
})

const open = async () => {
  const storage = await databases.openFresh()
  opened.push(storage)
  return storage
}

movesSuite("PostgreSQL", open)
runningMovesSuite("PostgreSQL", open)
keptPricesSuite("PostgreSQL", open)
movePropertiesSuite("PostgreSQL", open, 12)
moveRacesSuite("PostgreSQL", open)

it("needs no deadlock to be resolved by the engine", () => expect(databases.retries).toEqual([]))
