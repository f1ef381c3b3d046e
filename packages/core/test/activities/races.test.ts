import { openMemory } from "../../src/memory/index.ts"
import { tellOfActivityRacesOn } from "./races.suite.ts"

tellOfActivityRacesOn("memory", () => Promise.resolve(openMemory({ strict: true })))
