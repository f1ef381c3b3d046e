import { openMemory } from "../src/memory/index.ts"
import { tellOfLogOn } from "./ledger-log.suite.ts"

tellOfLogOn("memory", async () => openMemory({ strict: true }))
