import { copyFileSync, mkdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import type { Plugin } from "esbuild"
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

/**
 * Lowers the one method in `canonicalize` that is younger than ECMAScript 2020: a compiler lowers
 * syntax and leaves methods as they are.
 */
export const lowerCanonicalize: Plugin = {
  name: "lower-canonicalize",
  setup: (build) => {
    build.onLoad({ filter: /[\\/]canonicalize[\\/]lib[\\/]canonicalize\.js$/ }, ({ path }) => {
      const source = readFileSync(path, "utf8")
      const contents = source.replaceAll(
        "!value.isWellFormed()",
        "/[\\ud800-\\udfff]/u.test(value)",
      )
      if (contents === source || contents.includes("isWellFormed"))
        throw new Error("canonicalize no longer reads as lowerCanonicalize expects it.")
      return { contents, loader: "js" }
    })
  },
}

/** Copies the licences of what is inlined from core's dependencies, since their terms ask for that. */
export function copyLicences(packages: readonly string[]): void {
  const to = join("dist", "licences")
  mkdirSync(to, { recursive: true })
  for (const name of packages)
    copyFileSync(
      new URL(`packages/core/node_modules/${name}/LICENSE`, import.meta.url),
      join(to, `${name.replace("/", ".")}.txt`),
    )
}
