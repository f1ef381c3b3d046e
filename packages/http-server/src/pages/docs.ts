import { createHash } from "node:crypto"
import { readFileSync } from "node:fs"
import { readFile } from "node:fs/promises"
import { createRequire } from "node:module"
import { dirname, join } from "node:path"
import { fileURLToPath } from "node:url"
import { NotFound } from "@symbolon/core"
import type { Headers, Reply } from "../exchange.ts"
import type { Limiter } from "../limiter.ts"
import type { Plan } from "../plan.ts"
import { staticPlan } from "./static-plan.ts"

/** The files of swagger-ui-dist that the page needs, beside our start script and style. */
const mediaTypes: Readonly<Record<string, string>> = {
  "swagger-ui.css": "text/css; charset=utf-8",
  "swagger-ui-bundle.js": "text/javascript; charset=utf-8",
  "swagger-ui-standalone-preset.js": "text/javascript; charset=utf-8",
  "favicon-32x32.png": "image/png",
}
const startFile = "start.js"
const styleFile = "page.css"

/** Beside the style of Swagger UI. */
const style = `body { margin: 0 }
/* The logo is dark on the dark bar: the bar has the choice of the document alone. */
.swagger-ui .topbar .link { display: none }
`

/**
 * All paths are relative to the page, so that it works below any prefix. The validator badge would
 * ask a third party: off.
 */
const startScript = `window.ui = SwaggerUIBundle({
  urls: [
    { url: "openapi.json", name: "Published API" },
    { url: "console/v1/openapi.json", name: "Console" },
  ],
  dom_id: "#swagger-ui",
  deepLinking: true,
  validatorUrl: null,
  persistAuthorization: false,
  tryItOutEnabled: true,
  tagsSorter: "alpha",
  operationsSorter: "alpha",
  presets: [SwaggerUIBundle.presets.apis, SwaggerUIStandalonePreset],
  layout: "StandaloneLayout",
})
`

/**
 * The documentation page: Swagger UI from our own disk. No request leaves the machine; the policy
 * forbids it to the browser too.
 */
export const docsPlans = ({
  baseUrl,
  limiter,
}: {
  readonly baseUrl: string
  readonly limiter: Limiter
}): readonly Plan[] => {
  const version = assetVersion()
  return [
    staticPlan({ template: "/docs", limiter, answer: () => page(version, baseUrl) }),
    staticPlan({
      template: "/docs/assets/{version}/{file}",
      limiter,
      answer: ({ file = "" }) => asset(file),
    }),
  ]
}

/**
 * Where the build has copied Swagger UI to, below the built script; run from the sources, there is
 * none.
 */
declare const __SYMBOLON_DOCS_ASSETS__: string | undefined

/**
 * The folder of Swagger UI's files: the copy that the package ships, or the development dependency
 * that it is a copy of.
 */
const assetsFolder = (): string =>
  typeof __SYMBOLON_DOCS_ASSETS__ === "string"
    ? fileURLToPath(new URL(__SYMBOLON_DOCS_ASSETS__, import.meta.url))
    : dirname(createRequire(import.meta.url).resolve("swagger-ui-dist/package.json"))

/** Changes with every release of Swagger UI and of ours, so that a browser may keep the files for ever. */
const assetVersion = (): string => {
  const { version } = JSON.parse(readFileSync(join(assetsFolder(), "package.json"), "utf8")) as {
    readonly version: string
  }
  return createHash("sha256")
    .update(version)
    .update(startScript)
    .update(style)
    .digest("hex")
    .slice(0, 16)
}

const page = (version: string, baseUrl: string): Reply => {
  const at = (file: string): string => `docs/assets/${version}/${file}`
  const body = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>Symbolon API</title>
    <link rel="icon" href="${at("favicon-32x32.png")}" />
    <link rel="stylesheet" href="${at("swagger-ui.css")}" />
    <link rel="stylesheet" href="${at(styleFile)}" />
  </head>
  <body>
    <div id="swagger-ui"></div>
    <script src="${at("swagger-ui-bundle.js")}"></script>
    <script src="${at("swagger-ui-standalone-preset.js")}"></script>
    <script src="${at(startFile)}"></script>
  </body>
</html>
`
  return {
    status: 200,
    headers: {
      "content-type": "text/html; charset=utf-8",
      "cache-control": "no-cache",
      ...policy(baseUrl),
    },
    body,
  }
}

const policy = (baseUrl: string): Headers => ({
  "content-security-policy": [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' data:",
    `connect-src 'self' ${new URL(baseUrl).origin}`,
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join("; "),
  // For browsers that do not know `frame-ancestors`.
  "x-frame-options": "DENY",
  "referrer-policy": "no-referrer",
})

const asset = async (file: string): Promise<Reply> => {
  const headers = { "cache-control": "public, max-age=31536000, immutable" }
  if (file === startFile)
    return {
      status: 200,
      headers: { "content-type": "text/javascript; charset=utf-8", ...headers },
      body: startScript,
    }
  if (file === styleFile)
    return {
      status: 200,
      headers: { "content-type": "text/css; charset=utf-8", ...headers },
      body: style,
    }
  const mediaType = mediaTypes[file]
  // The list decides, never the disk: a name outside of it is no file, whatever it spells.
  if (mediaType === undefined || !Object.hasOwn(mediaTypes, file))
    throw new NotFound({ what: "file" })
  const body = await readFile(join(assetsFolder(), file))
  return { status: 200, headers: { "content-type": mediaType, ...headers }, body }
}
