import { openMemory } from "../src/memory/index.ts"
import { sharedReadsSuite } from "./shared-reads.suite.ts"

sharedReadsSuite("memory", async () => openMemory({ strict: true }))
