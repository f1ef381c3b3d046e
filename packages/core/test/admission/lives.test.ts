import { openMemory } from "../../src/memory/index.ts"
import { admissionLivesSuite } from "./lives.suite.ts"

admissionLivesSuite(
  "memory",
  () => openMemory({ strict: true }),
  Number(process.env["SYMBOLON_LIVES"] ?? 60),
)
