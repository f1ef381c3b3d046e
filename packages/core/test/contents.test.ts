import { openMemory } from "../src/memory/index.ts"
import { tellOfContentsOn } from "./contents.ts"

tellOfContentsOn("memory", () => Promise.resolve(openMemory({ strict: true })))
