import { openMemory } from "../../src/memory/index.ts"
import { ticketsSuite } from "./tickets.suite.ts"

ticketsSuite("memory", () => openMemory({ strict: true }))
