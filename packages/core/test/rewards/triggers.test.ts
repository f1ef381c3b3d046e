import { openMemory } from "../../src/memory/index.ts"
import { forgottenTriggersSuite } from "./forgotten-triggers.suite.ts"
import { triggersSuite } from "./triggers.suite.ts"

const open = async () => openMemory({ strict: true })

triggersSuite("memory", open)
forgottenTriggersSuite("memory", open)
