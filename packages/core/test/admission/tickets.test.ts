import { openMemory } from "../../src/memory/index.ts"
import { tellOfTicketsOn } from "./tickets.suite.ts"

tellOfTicketsOn("memory", () => openMemory({ strict: true }))
