import { openMemory } from "../../src/memory/index.ts"
import { uploadOrdersSuite } from "./orders.suite.ts"

uploadOrdersSuite(
  "memory",
  () => openMemory({ strict: true }),
  Number(process.env["SYMBOLON_ORDERS"] ?? 15),
)
