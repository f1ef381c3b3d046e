import { openMemory } from "../../src/memory/index.ts"
import { forgottenNamesSuite } from "./forgotten-names.suite.ts"

forgottenNamesSuite("memory", () => openMemory({ strict: true }))
