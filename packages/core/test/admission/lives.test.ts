import { openMemory } from "../../src/memory/index.ts"
import { tellOfLivesOn } from "./lives.ts"

tellOfLivesOn(
  "memory",
  () => openMemory({ strict: true }),
  Number(process.env["SYMBOLON_LIVES"] ?? 60),
)
