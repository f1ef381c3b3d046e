import { openMemory } from "../../src/memory/index.ts"
import { countersSuite } from "./counters.suite.ts"

countersSuite("memory", () => openMemory({ strict: true }), 50)
