import { openMemory } from "../../../src/memory/index.ts"
import { doorRecordSuite } from "./door-record.suite.ts"

doorRecordSuite("memory", () => openMemory({ strict: true }))
