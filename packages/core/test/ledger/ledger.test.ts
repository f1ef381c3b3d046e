import { openMemory } from "../../src/memory/index.ts"
import { tellOfAllowancesOn } from "./allowance.suite.ts"
import { tellOfLedgerAuthorityOn } from "./authority.suite.ts"
import { tellOfTheModelOn } from "./against-model.suite.ts"
import { tellOfCrashPointsOn } from "./crash-points.suite.ts"
import { tellOfBadLedgerInputOn } from "./bad-input.suite.ts"
import { tellOfLedgerRacesOn } from "./races.suite.ts"

tellOfLedgerRacesOn("memory", async () => {
  const storage = openMemory({ strict: true })
  return [storage, storage]
})

tellOfAllowancesOn("memory", async () => {
  const storage = openMemory({ strict: true })
  return [storage, storage]
})

tellOfLedgerAuthorityOn("memory", async () => openMemory({ strict: true }))

tellOfBadLedgerInputOn("memory", () => openMemory({ strict: true }))

tellOfTheModelOn("memory", () => openMemory({ strict: true }), 25)

tellOfCrashPointsOn("memory", () => openMemory({ strict: true }))
