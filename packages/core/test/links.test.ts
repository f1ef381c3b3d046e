import { openMemory } from "../src/memory/index.ts"
import { linksSuite } from "./links.suite.ts"

linksSuite("memory", async () => openMemory({ strict: true }))
