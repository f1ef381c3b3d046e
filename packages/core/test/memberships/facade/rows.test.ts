import { openMemory } from "../../../src/memory/index.ts"
import { tellRowsOn } from "./rows.suite.ts"

const storage = openMemory({ strict: true })

tellRowsOn("memory", () => Promise.resolve(storage))
