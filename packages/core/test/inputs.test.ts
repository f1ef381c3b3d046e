import { openMemory } from "../src/memory/index.ts"
import { tellOfInputsOn } from "./inputs.ts"

tellOfInputsOn("memory", () => openMemory())
