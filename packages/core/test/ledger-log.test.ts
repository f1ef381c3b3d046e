import { openMemory } from "../src/memory/index.ts"
import { tellOfLogOn } from "./ledger-log.ts"

tellOfLogOn("memory", async () => openMemory({ strict: true }))
