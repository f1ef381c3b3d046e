import { openMemory } from "../../src/memory/index.ts"
import { largeRosterSuite } from "./crowd.suite.ts"
import { rostersSuite } from "./rosters.suite.ts"

rostersSuite("memory", async () => openMemory({ strict: true }), [1, 2], 150)
largeRosterSuite("memory", async () => openMemory({ strict: true }))
