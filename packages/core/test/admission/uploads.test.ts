import { openMemory } from "../../src/memory/index.ts"
import { concurrentUploadsSuite } from "./uploads.suite.ts"

concurrentUploadsSuite("memory", () => openMemory({ strict: true }), 150)
