import { openMemory } from "../../src/memory/index.ts"
import { ticketTermsSuite } from "./ticket-terms.suite.ts"

ticketTermsSuite("memory", async () => openMemory({ strict: true }))
