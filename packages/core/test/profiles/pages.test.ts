import { openMemory } from "../../src/memory/index.ts"
import { profilePagesSuite } from "./pages.suite.ts"
import { profileTemplatesSuite } from "./templates.suite.ts"

const open = async () => openMemory({ strict: true })

profilePagesSuite("memory", open)
profileTemplatesSuite("memory", open)
