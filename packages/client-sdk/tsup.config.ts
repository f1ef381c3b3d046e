import { defineConfig } from "tsup"
import { base, entries, fromSource } from "../../tsup.base.ts"

const { ledger, ...rest } = entries()

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
    noExternal: ["@symbolon/core"],
  },
])
