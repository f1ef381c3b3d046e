import { defineConfig } from "tsup"
import { base, fromSource } from "../../tsup.base.ts"

export default defineConfig([
  {
    ...base,
    ...fromSource,
    entry: { index: "src/index.ts" },
    target: "es2020",
    platform: "neutral",
    splitting: false,
    // core is inlined, so that a door installs without the service; the verifier's own dependencies stay shared.
    noExternal: ["@symbolon/core"],
    external: [/^@noble\//],
  },
  {
    ...base,
    ...fromSource,
    entry: { door: "src/firmware.ts" },
    format: "iife",
    globalName: "SymbolonDoor",
    outExtension: () => ({ js: ".iife.js" }),
    target: "es2020",
    platform: "neutral",
    minify: true,
    sourcemap: false,
    splitting: false,
    treeshake: true,
    noExternal: [/.*/],
  },
])
