import { openMemory } from "../src/memory/index.ts"
import { tellStoryOn } from "./story.ts"

tellStoryOn("memory", () => openMemory({ strict: true }))
