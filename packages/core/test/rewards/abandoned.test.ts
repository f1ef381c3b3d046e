import { openMemory } from "../../src/memory/index.ts"
import { abandonedSuite } from "./abandoned.suite.ts"

abandonedSuite("memory", () => openMemory({ strict: true }))
