import { openMemory } from "../src/memory/index.ts"
import { inputsSuite } from "./inputs.suite.ts"

inputsSuite("memory", () => openMemory())
