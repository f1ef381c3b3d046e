import { openMemory } from "../src/memory/index.ts"
import { ledgerLogSuite } from "./ledger-log.suite.ts"

ledgerLogSuite("memory", async () => openMemory({ strict: true }))
