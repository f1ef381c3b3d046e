import { openMemory } from "../../src/memory/index.ts"
import { issuingSuite } from "./issuing.suite.ts"

issuingSuite("memory", async () => openMemory({ strict: true }))
