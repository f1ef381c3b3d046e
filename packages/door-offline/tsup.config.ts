import { createHash } from "node:crypto"
import { readFileSync, writeFileSync } from "node:fs"
import { basename } from "node:path"
import { gzipSync } from "node:zlib"
import { defineConfig } from "tsup"
import { base, copyLicences, entries, fromSource } from "../../tsup.base.ts"
import { firmwareOptions, version } from "./firmware.build.ts"

const { plugins, ...compilerOptions } = firmwareOptions
const inlined = ["@noble/ed25519", "canonicalize"]

export default defineConfig([
  {
    ...base,
    ...fromSource,
    entry: entries(),
    target: "es2020",
    platform: "neutral",
    // The entries share one Door and one DoorError: an error of the one is an error of the other.
    splitting: true,
    // core and what its verifier stands on are inlined, so that a door installs nothing else and has
    // all of it in ECMAScript 2020.
    noExternal: ["@symbolon/core", ...inlined],
    external: [/^node:/],
    esbuildPlugins: [...plugins],
    onSuccess: async () => copyLicences(inlined),
  },
  {
    ...base,
    entry: { door: "src/firmware.ts" },
    format: "iife",
    outExtension: () => ({ js: ".iife.js" }),
    target: firmwareOptions.target,
    platform: firmwareOptions.platform,
    minify: true,
    sourcemap: false,
    splitting: false,
    noExternal: [/.*/],
    esbuildPlugins: [...plugins],
    esbuildOptions: (options, context) => {
      fromSource.esbuildOptions?.(options, context)
      Object.assign(options, compilerOptions)
    },
    onSuccess: async () => publishFigures("dist/door.iife.js"),
  },
])

/**
 * Beside the firmware, for whoever burns it: its checksum as `sha256sum --check` reads it, its size
 * and its version.
 */
const publishFigures = (file: string): void => {
  const bytes = readFileSync(file)
  const sha256 = createHash("sha256").update(bytes).digest("hex")
  const figures = {
    version,
    bytes: bytes.length,
    gzip_bytes: gzipSync(bytes, { level: 9 }).length,
    sha256,
  }
  writeFileSync(`${file}.sha256`, `${sha256}  ${basename(file)}\n`)
  writeFileSync(`${file}.json`, `${JSON.stringify(figures)}\n`)
}
