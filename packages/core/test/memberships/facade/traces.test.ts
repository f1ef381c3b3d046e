import { openMemory } from "../../../src/memory/index.ts"
import { tellOfTracesOn } from "./traces.suite.ts"

tellOfTracesOn("memory", () => Promise.resolve(openMemory({ strict: true })))
