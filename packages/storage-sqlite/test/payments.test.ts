import { afterAll } from "vitest"
import { tellOfPaymentRacesOn } from "../../core/test/payments/races.ts"
import { openFresh, newFile } from "./temporary.ts"

const opened: { readonly close: () => Promise<void> }[] = []
afterAll(() => Promise.all(opened.map((storage) => storage.close())))

tellOfPaymentRacesOn("SQLite", async () => {
  const storage = await openFresh({ file: newFile() })
  opened.push(storage)
  return storage
})
