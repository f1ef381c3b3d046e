import { openMemory } from "../src/memory/index.ts"
import { contentsSuite } from "./contents.suite.ts"
import { vaultRenewalSuite } from "./vault-renewal.suite.ts"

const open = () => Promise.resolve(openMemory({ strict: true }))

contentsSuite("memory", open)
vaultRenewalSuite("memory", open)
