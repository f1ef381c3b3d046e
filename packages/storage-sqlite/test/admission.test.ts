import { afterAll } from "vitest"
import { openByLibrary } from "../../core/test/admission/cases/by-library.ts"
import { admissionCasesSuite, storageCases } from "../../core/test/admission/cases/cases.suite.ts"
import { countersSuite } from "../../core/test/admission/counters.suite.ts"
import { admissionLivesSuite } from "../../core/test/admission/lives.suite.ts"
import { gatheredTapsSuite } from "../../core/test/admission/gathered.suite.ts"
import { doorRacesSuite } from "../../core/test/admission/races.suite.ts"
import { uploadOrdersSuite } from "../../core/test/admission/orders.suite.ts"
import { doorRecordSuite } from "../../core/test/admission/door-record/door-record.suite.ts"
import { concurrentUploadsSuite } from "../../core/test/admission/uploads.suite.ts"
import { newFile, openFresh } from "./temporary.ts"

const opened: { readonly close: () => Promise<void> }[] = []
afterAll(() => Promise.all(opened.map((storage) => storage.close())))

const open = async () => {
  const storage = await openFresh({ file: newFile() })
  opened.push(storage)
  return storage
}

admissionCasesSuite("SQLite", async () => openByLibrary(await open()), storageCases)
doorRecordSuite("SQLite", open)
concurrentUploadsSuite("SQLite", open, 25)
admissionLivesSuite("SQLite", open, 12)
uploadOrdersSuite("SQLite", open, 4)
countersSuite("SQLite", open, 20)
gatheredTapsSuite("SQLite", open)
doorRacesSuite("SQLite", open, 1000)
