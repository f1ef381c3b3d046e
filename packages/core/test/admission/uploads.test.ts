import { openMemory } from "../../src/memory/index.ts"
import { tellOfUploadsOn } from "./uploads.suite.ts"

tellOfUploadsOn("memory", () => openMemory({ strict: true }), 150)
