import { openMemory } from "../../src/memory/index.ts"
import { externalTriggersSuite } from "./external-triggers.suite.ts"

externalTriggersSuite("memory", () => openMemory({ strict: true }))
