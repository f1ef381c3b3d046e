import { openMemory } from "../../src/memory/index.ts"
import { doorRacesSuite } from "./races.suite.ts"

doorRacesSuite("memory", () => openMemory({ strict: true }))
