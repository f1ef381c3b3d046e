import { openMemory } from "../../src/memory/index.ts"
import { tellOfSessionRacesOn } from "../session-races.ts"

tellOfSessionRacesOn("memory", async () => openMemory({ strict: true }))
