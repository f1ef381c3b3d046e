import { defineConfig } from "tsup"
import { base, entries } from "../../tsup.base.ts"

const { "door/index": door, ...rest } = entries()

export default defineConfig([
  { ...base, entry: rest },
  // The verifier shares no chunk with anything: its file is the whole of it.
  {
    ...base,
    entry: { "door/index": door ?? "src/door/index.ts" },
    splitting: false,
    platform: "neutral",
    target: "es2022",
  },
])
