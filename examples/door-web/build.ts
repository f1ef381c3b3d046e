/**
 * Builds the page in memory: two bundles and the files of `static`, with a version that is a hash
 * of them all.
 */
import { createHash } from "node:crypto"
import { readFile } from "node:fs/promises"
import { join } from "node:path"
import { build } from "esbuild"

/** The page's files by path. */
export type Site = ReadonlyMap<string, { readonly type: string; readonly body: string }>

const here = import.meta.dirname
const files = [
  ["/", "index.html", "text/html; charset=utf-8"],
  ["/door.css", "door.css", "text/css; charset=utf-8"],
  ["/manifest.webmanifest", "manifest.webmanifest", "application/manifest+json"],
  ["/icon.svg", "icon.svg", "image/svg+xml"],
] as const

/**
 * Builds it. `conditions` may name `@symbolon/source`, to bundle the workspace's sources instead of
 * its builds.
 */
export const buildSite = async (conditions: readonly string[] = []): Promise<Site> => {
  const site = new Map<string, { readonly type: string; readonly body: string }>()
  for (const [path, file, type] of files)
    site.set(path, { type, body: await readFile(join(here, "static", file), "utf8") })
  const script = { type: "text/javascript; charset=utf-8" }
  site.set("/door.js", { ...script, body: await bundle("src/door.ts", conditions, {}) })
  const hash = createHash("sha256")
  for (const { body } of site.values()) hash.update(body)
  const define = {
    FILES: JSON.stringify([...site.keys()]),
    VERSION: JSON.stringify(hash.digest("hex").slice(0, 12)),
  }
  site.set("/service-worker.js", {
    ...script,
    body: await bundle("src/service-worker.ts", conditions, define),
  })
  return site
}

const bundle = async (
  entry: string,
  conditions: readonly string[],
  define: Readonly<Record<string, string>>,
): Promise<string> => {
  const { outputFiles } = await build({
    absWorkingDir: here,
    entryPoints: [entry],
    bundle: true,
    write: false,
    format: "esm",
    target: "es2022",
    minify: true,
    conditions: [...conditions],
    define: { ...define },
    logLevel: "silent",
  })
  return outputFiles[0]?.text ?? ""
}
