import { openMemory } from "../../src/memory/index.ts"
import { tellOfAllowancesOn } from "./allowance.ts"
import { tellOfLedgerAuthorityOn } from "./authority.ts"
import { tellOfTheModelOn } from "./against-model.ts"
import { tellOfCrashPointsOn } from "./crash-points.ts"
import { tellOfBadLedgerInputOn } from "./bad-input.ts"
import { tellOfLedgerRacesOn } from "./races.ts"

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
