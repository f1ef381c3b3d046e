import { openMemory } from "../../../src/memory/index.ts"
import { tellOfMembershipRacesOn } from "./races.suite.ts"

tellOfMembershipRacesOn("memory", () => Promise.resolve([openMemory({ strict: true })]))
