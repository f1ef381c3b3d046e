import { readFileSync } from "node:fs"
import type { Options } from "tsup"

interface Manifest {
  readonly exports: Readonly<Record<string, string | { readonly "@symbolon/source"?: string }>>
}

/**
 * The entries of the package in the working directory, read off its `exports`: `dist/door/index.js`
 * from `src/door/index.ts`.
 */
export function entries(): Record<string, string> {
  const manifest: Manifest = JSON.parse(readFileSync("package.json", "utf8"))
  const sources = Object.values(manifest.exports).flatMap((entry) =>
    typeof entry === "string" ? [] : (entry["@symbolon/source"] ?? []),
  )
  return Object.fromEntries(
    sources.map((source) => [source.replace("./src/", "").replace(/\.ts$/, ""), source]),
  )
}

/**
 * What all packages share. Types come from `tsc`; scripts/build.mjs clears what a build no longer
 * writes.
 */
export const base: Options = {
  format: "esm",
  target: "node22",
  platform: "node",
  dts: false,
  sourcemap: true,
  splitting: true,
  treeshake: false,
  clean: false,
  outDir: "dist",
}

/** Resolves workspace packages to their sources, for what is inlined from there. */
export const fromSource: Options = {
  esbuildOptions: (options) => {
    options.conditions = ["@symbolon/source", ...(options.conditions ?? [])]
  },
}
