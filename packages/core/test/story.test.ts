import { openMemory } from "../src/memory/index.ts"
import { storySuite } from "./story.suite.ts"

storySuite("memory", () => openMemory({ strict: true }))
