import { defineConfig } from "tsup"
import { base, copyLicences, entries, fromSource, lowerCanonicalize } from "../../tsup.base.ts"

const { ledger, ...rest } = entries()
const inlined = ["@noble/ed25519", "canonicalize"]

export default defineConfig([
  { ...base, entry: rest, platform: "neutral", target: "es2022" },
  // The verifier of core is inlined, so that the client needs no service, and who does not verify
  // does not load it.
  {
    ...base,
    ...fromSource,
    entry: { ledger: ledger ?? "src/ledger.ts" },
    platform: "neutral",
    target: "es2022",
    splitting: false,
    noExternal: ["@symbolon/core", ...inlined],
    esbuildPlugins: [lowerCanonicalize],
    onSuccess: async () => copyLicences(inlined),
  },
])
