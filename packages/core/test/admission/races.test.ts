import { openMemory } from "../../src/memory/index.ts"
import { tellOfDoorRacesOn } from "./races.suite.ts"

tellOfDoorRacesOn("memory", () => openMemory({ strict: true }))
