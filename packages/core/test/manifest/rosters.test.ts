import { openMemory } from "../../src/memory/index.ts"
import { listCrowdOn } from "./crowd.suite.ts"
import { followRostersOn } from "./rosters.suite.ts"

followRostersOn("memory", async () => openMemory({ strict: true }), [1, 2], 150)
listCrowdOn("memory", async () => openMemory({ strict: true }))
