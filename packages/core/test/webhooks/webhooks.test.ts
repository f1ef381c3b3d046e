import { openMemory } from "../../src/memory/index.ts"
import { webhookCrashesSuite } from "./crashes.suite.ts"
import { deliveriesSuite } from "./deliveries.suite.ts"
import { exchangesSuite } from "./exchanges.suite.ts"
import { webhookLoopSuite } from "./loop.suite.ts"

const open = () => openMemory({ strict: true })

deliveriesSuite("memory", open)
webhookCrashesSuite("memory", open)
webhookLoopSuite("memory", open)
exchangesSuite("memory", open)
