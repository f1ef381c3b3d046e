import { openMemory } from "../../src/memory/index.ts"
import { tellOfDoorTruthOn } from "./truth.suite.ts"

tellOfDoorTruthOn("memory", () => openMemory({ strict: true }))
