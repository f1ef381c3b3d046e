import { openMemory } from "../../src/memory/index.ts"
import { triggersSuite } from "./triggers.suite.ts"

triggersSuite("memory", async () => openMemory({ strict: true }))
