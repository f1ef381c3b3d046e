import { openMemory } from "../../src/memory/index.ts"
import { profilePagesSuite } from "./pages.suite.ts"

profilePagesSuite("memory", async () => openMemory({ strict: true }))
