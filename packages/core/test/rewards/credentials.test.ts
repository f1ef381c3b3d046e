import { openMemory } from "../../src/memory/index.ts"
import { credentialsSuite } from "./credentials.suite.ts"

credentialsSuite("memory", async () => openMemory({ strict: true }))
