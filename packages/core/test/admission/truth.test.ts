import { openMemory } from "../../src/memory/index.ts"
import { tellOfDoorTruthOn } from "./truth.ts"

tellOfDoorTruthOn("memory", () => openMemory({ strict: true }))
