import { openMemory } from "../../src/memory/index.ts"
import { rewardTemplatesSuite } from "./templates.suite.ts"

rewardTemplatesSuite("memory", async () => openMemory({ strict: true }))
