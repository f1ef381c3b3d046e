import { openMemory } from "../../src/memory/index.ts"
import { tellOfSessionRacesOn } from "./races.suite.ts"

tellOfSessionRacesOn("memory", async () => openMemory({ strict: true }))
