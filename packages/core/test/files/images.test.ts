import { openMemory } from "../../src/memory/index.ts"
import { imagesSuite } from "./images.suite.ts"

imagesSuite("memory", async () => openMemory({ strict: true }))
