import { openMemory } from "../../src/memory/index.ts"
import { allowancesSuite } from "./allowance.suite.ts"
import { ledgerAuthoritySuite } from "./authority.suite.ts"
import { ledgerModelSuite } from "./against-model.suite.ts"
import { crashPointsSuite } from "./crash-points.suite.ts"
import { badLedgerInputSuite } from "./bad-input.suite.ts"
import { ledgerRacesSuite } from "./races.suite.ts"

ledgerRacesSuite("memory", async () => {
  const storage = openMemory({ strict: true })
  return [storage, storage]
})

allowancesSuite("memory", async () => {
  const storage = openMemory({ strict: true })
  return [storage, storage]
})

ledgerAuthoritySuite("memory", async () => openMemory({ strict: true }))

badLedgerInputSuite("memory", () => openMemory({ strict: true }))

ledgerModelSuite("memory", () => openMemory({ strict: true }), 25)

crashPointsSuite("memory", () => openMemory({ strict: true }))
