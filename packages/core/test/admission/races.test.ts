import { openMemory } from "../../src/memory/index.ts"
import { tellOfDoorRacesOn } from "./races.ts"

tellOfDoorRacesOn("memory", () => openMemory({ strict: true }))
