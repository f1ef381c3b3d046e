import { openMemory } from "../../src/memory/index.ts"
import { sessionRacesSuite } from "./races.suite.ts"

sessionRacesSuite("memory", async () => openMemory({ strict: true }))
