import { openMemory } from "../../src/memory/index.ts"
import { tellOfDeletedPeopleOn } from "./deleted-people.suite.ts"

tellOfDeletedPeopleOn("memory", () => openMemory({ strict: true }))
