import { openMemory } from "../../../src/memory/index.ts"
import { membershipRowsSuite } from "./rows.suite.ts"

const storage = openMemory({ strict: true })

membershipRowsSuite("memory", () => Promise.resolve(storage))
