import { openMemory } from "../../src/memory/index.ts"
import { ticketDoorsSuite } from "./ticket-doors.suite.ts"

ticketDoorsSuite("memory", async () => openMemory({ strict: true }))
