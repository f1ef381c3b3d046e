import { openMemory } from "../../src/memory/index.ts"
import { externalSuite } from "./external.suite.ts"

externalSuite("memory", () => openMemory({ strict: true }))
