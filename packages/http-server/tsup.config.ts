import { copyFileSync, mkdirSync, writeFileSync } from "node:fs"
import { createRequire } from "node:module"
import { dirname, join } from "node:path"
import { defineConfig, type Options } from "tsup"
import { base, entries } from "../../tsup.base.ts"

/** Below dist: what the documentation page asks for, with its licence. */
const docsAssets = "docs-assets"
const docsFiles = [
  "swagger-ui.css",
  "swagger-ui-bundle.js",
  "swagger-ui-standalone-preset.js",
  "favicon-32x32.png",
]
/** Under names of their own: a file called LICENSE would be taken for the package's. */
const notices = ["LICENSE", "NOTICE"]

/**
 * Swagger UI is copied into the package: as a dependency it would bring a package along that
 * reports installs to a third party. Every script of the package stands flat in dist, so that the
 * address below holds from each.
 */
const copyDocsAssets = (): void => {
  const from = dirname(createRequire(import.meta.url).resolve("swagger-ui-dist/package.json"))
  const to = join("dist", docsAssets)
  mkdirSync(to, { recursive: true })
  for (const file of docsFiles) copyFileSync(join(from, file), join(to, file))
  for (const file of notices) copyFileSync(join(from, file), join(to, `swagger-ui.${file}.txt`))
  const { version } = createRequire(import.meta.url)("swagger-ui-dist/package.json") as {
    readonly version: string
  }
  writeFileSync(
    join(to, "package.json"),
    `${JSON.stringify({ name: "swagger-ui-dist", version, license: "Apache-2.0" }, null, 2)}\n`,
  )
}

const server: Options = {
  ...base,
  define: { __SYMBOLON_DOCS_ASSETS__: JSON.stringify(`./${docsAssets}/`) },
}

export default defineConfig([
  { ...server, entry: entries(), onSuccess: async () => copyDocsAssets() },
  { ...server, entry: { cli: "src/cli.ts" }, banner: { js: "#!/usr/bin/env node" } },
])
