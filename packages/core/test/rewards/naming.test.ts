import { openMemory } from "../../src/memory/index.ts"
import { namingDoorsSuite } from "./naming-doors.suite.ts"
import { namingTransfersSuite } from "./naming-transfers.suite.ts"
import { namingTriggersSuite } from "./naming-triggers.suite.ts"
import { namingSuite } from "./naming.suite.ts"

namingSuite("memory", async () => openMemory({ strict: true }))
namingDoorsSuite("memory", async () => openMemory({ strict: true }))
namingTriggersSuite("memory", async () => openMemory({ strict: true }))
namingTransfersSuite("memory", async () => openMemory({ strict: true }))
