import { openMemory } from "../src/memory/index.ts"
import { tellOfContentsOn } from "./contents.suite.ts"
import { tellOfVaultRenewalOn } from "./vault-renewal.suite.ts"

const open = () => Promise.resolve(openMemory({ strict: true }))

tellOfContentsOn("memory", open)
tellOfVaultRenewalOn("memory", open)
