import { openMemory } from "../../src/memory/index.ts"
import { doorRecordSuite } from "./truth.suite.ts"

doorRecordSuite("memory", () => openMemory({ strict: true }))
