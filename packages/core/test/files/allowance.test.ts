import { openMemory } from "../../src/memory/index.ts"
import { allowanceSuite } from "./allowance.suite.ts"

allowanceSuite("memory", async () => openMemory({ strict: true }))
