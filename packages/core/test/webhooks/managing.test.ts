import { openMemory } from "../../src/memory/index.ts"
import { managingWebhooksSuite } from "./managing.suite.ts"
import { redeliveringSuite } from "./redelivering.suite.ts"

managingWebhooksSuite("memory", () => openMemory({ strict: true }))
redeliveringSuite("memory", () => openMemory({ strict: true }))
