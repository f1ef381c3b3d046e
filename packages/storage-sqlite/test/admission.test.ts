import { afterAll } from "vitest"
import { tellOfCountersOn } from "../../core/test/admission/counters.suite.ts"
import { tellOfLivesOn } from "../../core/test/admission/lives.suite.ts"
import { tellOfDoorRacesOn } from "../../core/test/admission/races.suite.ts"
import { tellOfOrdersOn } from "../../core/test/admission/orders.suite.ts"
import { tellOfDoorTruthOn } from "../../core/test/admission/truth.suite.ts"
import { tellOfUploadsOn } from "../../core/test/admission/uploads.suite.ts"
import { newFile, openFresh } from "./temporary.ts"

const opened: { readonly close: () => Promise<void> }[] = []
afterAll(() => Promise.all(opened.map((storage) => storage.close())))

const open = async () => {
  const storage = await openFresh({ file: newFile() })
  opened.push(storage)
  return storage
}

tellOfDoorTruthOn("SQLite", open)
tellOfUploadsOn("SQLite", open, 25)
tellOfLivesOn("SQLite", open, 12)
tellOfOrdersOn("SQLite", open, 4)
tellOfCountersOn("SQLite", open, 20)
tellOfDoorRacesOn("SQLite", open, 1000)
