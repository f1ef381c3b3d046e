import { openMemory } from "../../src/memory/index.ts"
import { tellOfOrdersOn } from "./orders.suite.ts"

tellOfOrdersOn(
  "memory",
  () => openMemory({ strict: true }),
  Number(process.env["SYMBOLON_ORDERS"] ?? 15),
)
