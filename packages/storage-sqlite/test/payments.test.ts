import { afterAll } from "vitest"
import { paidMembershipRacesSuite } from "../../core/test/payments/membership-races.suite.ts"
import { paymentRacesSuite } from "../../core/test/payments/races.suite.ts"
import { openFresh, newFile } from "./temporary.ts"

const opened: { readonly close: () => Promise<void> }[] = []
afterAll(() => Promise.all(opened.map((storage) => storage.close())))

const openOne = async () => {
  const storage = await openFresh({ file: newFile() })
  opened.push(storage)
  return storage
}

paymentRacesSuite("SQLite", openOne)
paidMembershipRacesSuite("SQLite", openOne)
