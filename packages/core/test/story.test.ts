import { openMemory } from "../src/memory/index.ts"
import { tellStoryOn } from "./story.suite.ts"

tellStoryOn("memory", () => openMemory({ strict: true }))
