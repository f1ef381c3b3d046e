import { openMemory } from "../../src/memory/index.ts"
import { tellOfLivesOn } from "./lives.suite.ts"

tellOfLivesOn(
  "memory",
  () => openMemory({ strict: true }),
  Number(process.env["SYMBOLON_LIVES"] ?? 60),
)
