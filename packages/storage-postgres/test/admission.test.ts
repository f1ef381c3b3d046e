import { afterAll, expect, it } from "vitest"
import { openByLibrary } from "../../core/test/admission/cases/by-library.ts"
import { admissionCasesSuite, storageCases } from "../../core/test/admission/cases/cases.suite.ts"
import { countersSuite } from "../../core/test/admission/counters.suite.ts"
import { admissionLivesSuite } from "../../core/test/admission/lives.suite.ts"
import { gatheredTapsSuite } from "../../core/test/admission/gathered.suite.ts"
import { doorRacesSuite } from "../../core/test/admission/races.suite.ts"
import { uploadOrdersSuite } from "../../core/test/admission/orders.suite.ts"
import { doorRecordSuite } from "../../core/test/admission/door-record/door-record.suite.ts"
import { concurrentUploadsSuite } from "../../core/test/admission/uploads.suite.ts"
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

admissionCasesSuite("PostgreSQL", async () => openByLibrary(await open()), storageCases)
doorRecordSuite("PostgreSQL", open)
concurrentUploadsSuite("PostgreSQL", open, 15)
admissionLivesSuite("PostgreSQL", open, 6)
uploadOrdersSuite("PostgreSQL", open, 3)
countersSuite("PostgreSQL", open, 5)
gatheredTapsSuite("PostgreSQL", open)
doorRacesSuite("PostgreSQL", open)

it("needs no deadlock to be resolved by the engine", () => expect(databases.retries).toEqual([]))
