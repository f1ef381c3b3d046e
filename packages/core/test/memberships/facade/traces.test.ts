import { openMemory } from "../../../src/memory/index.ts"
import { membershipTracesSuite } from "./traces.suite.ts"

membershipTracesSuite("memory", () => Promise.resolve(openMemory({ strict: true })))
