import { openMemory } from "../../src/memory/index.ts"
import { tellOfCountersOn } from "./counters.suite.ts"

tellOfCountersOn("memory", () => openMemory({ strict: true }), 50)
