import { openMemory } from "../../src/memory/index.ts"
import { mirroringSuite } from "./mirroring.suite.ts"

mirroringSuite("memory", async () => openMemory({ strict: true }))
