import { openMemory } from "../../../src/memory/index.ts"
import { membershipRacesSuite } from "./races.suite.ts"

membershipRacesSuite("memory", () => Promise.resolve([openMemory({ strict: true })]))
