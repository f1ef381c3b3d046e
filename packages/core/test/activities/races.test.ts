import { openMemory } from "../../src/memory/index.ts"
import { tellOfActivityRacesOn } from "./races.ts"

tellOfActivityRacesOn("memory", () => Promise.resolve(openMemory({ strict: true })))
