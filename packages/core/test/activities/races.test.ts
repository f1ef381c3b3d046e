import { openMemory } from "../../src/memory/index.ts"
import { activityRacesSuite } from "./races.suite.ts"

activityRacesSuite("memory", () => Promise.resolve(openMemory({ strict: true })))
