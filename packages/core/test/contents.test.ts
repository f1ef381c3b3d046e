import { openMemory } from "../src/memory/index.ts"
import { tellOfContentsOn } from "./contents.ts"
import { tellOfVaultRenewalOn } from "./vault-renewal.ts"

const open = () => Promise.resolve(openMemory({ strict: true }))

tellOfContentsOn("memory", open)
tellOfVaultRenewalOn("memory", open)
