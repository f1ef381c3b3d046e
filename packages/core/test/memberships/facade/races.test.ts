import { openMemory } from "../../../src/memory/index.ts"
import { tellOfMembershipRacesOn } from "./races.ts"

tellOfMembershipRacesOn("memory", () => Promise.resolve([openMemory({ strict: true })]))
