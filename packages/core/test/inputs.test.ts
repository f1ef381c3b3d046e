import { openMemory } from "../src/memory/index.ts"
import { tellOfInputsOn } from "./inputs.suite.ts"

tellOfInputsOn("memory", () => openMemory())
