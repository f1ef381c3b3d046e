import { openMemory } from "../../src/memory/index.ts"
import { gatheredTapsSuite } from "./gathered.suite.ts"

gatheredTapsSuite("memory", () => openMemory({ strict: true }))
