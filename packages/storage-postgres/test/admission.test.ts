import { afterAll, expect, it } from "vitest"
import { tellOfCountersOn } from "../../core/test/admission/counters.suite.ts"
import { tellOfLivesOn } from "../../core/test/admission/lives.suite.ts"
import { tellOfDoorRacesOn } from "../../core/test/admission/races.suite.ts"
import { tellOfOrdersOn } from "../../core/test/admission/orders.suite.ts"
import { tellOfDoorTruthOn } from "../../core/test/admission/truth.suite.ts"
import { tellOfUploadsOn } from "../../core/test/admission/uploads.suite.ts"
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

tellOfDoorTruthOn("PostgreSQL", open)
tellOfUploadsOn("PostgreSQL", open, 15)
tellOfLivesOn("PostgreSQL", open, 6)
tellOfOrdersOn("PostgreSQL", open, 3)
tellOfCountersOn("PostgreSQL", open, 5)
tellOfDoorRacesOn("PostgreSQL", open)

it("needs no deadlock to be resolved by the engine", () => expect(databases.retries).toEqual([]))
