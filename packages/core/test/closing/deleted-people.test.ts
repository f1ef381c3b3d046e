import { openMemory } from "../../src/memory/index.ts"
import { deletedPeopleSuite } from "./deleted-people.suite.ts"

deletedPeopleSuite("memory", () => openMemory({ strict: true }))
