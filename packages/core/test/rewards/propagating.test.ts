import { openMemory } from "../../src/memory/index.ts"
import { propagatingSuite } from "./propagating.suite.ts"

propagatingSuite("memory", async () => openMemory({ strict: true }))
