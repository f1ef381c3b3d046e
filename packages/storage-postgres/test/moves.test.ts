import { afterAll, expect, it } from "vitest"
import { tellOfKeptPricesOn } from "../../core/test/memberships/moves/keeping.suite.ts"
import { tellOfMovesOn } from "../../core/test/memberships/moves/moves.suite.ts"
import { tellOfMovePropertiesOn } from "../../core/test/memberships/moves/properties.suite.ts"
import { tellOfMoveRacesOn } from "../../core/test/memberships/moves/races.suite.ts"
import { tellOfRunningMovesOn } from "../../core/test/memberships/moves/running.suite.ts"
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

tellOfMovesOn("PostgreSQL", open)
tellOfRunningMovesOn("PostgreSQL", open)
tellOfKeptPricesOn("PostgreSQL", open)
tellOfMovePropertiesOn("PostgreSQL", open, 12)
tellOfMoveRacesOn("PostgreSQL", open)

it("needs no deadlock to be resolved by the engine", () => expect(databases.retries).toEqual([]))
