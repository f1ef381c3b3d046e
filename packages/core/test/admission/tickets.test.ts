import { openMemory } from "../../src/memory/index.ts"
import { tellOfTicketsOn } from "./tickets.ts"

tellOfTicketsOn("memory", () => openMemory({ strict: true }))
