import { createHash } from "node:crypto"
import { readFileSync } from "node:fs"
import { createRequire } from "node:module"
import { dirname, join } from "node:path"
import { NotFound } from "@symbolon/core"
import type { Reply } from "../../exchange.ts"
import type { Limiter } from "../../limiter.ts"
import type { Plan } from "../../plan.ts"
import { staticPlan } from "../static-plan.ts"
import { formPostScript, passkeyScript } from "./scripts.ts"
import { style } from "./style.ts"

interface Asset {
  readonly text: string
  /** The path contains a hash of the content, so that it can be cached for ever. */
  readonly fileName: string
  readonly mediaType: string
}

/** Read on first use, because one of them exists only with passkeys. */
const sources = {
  "page.css": () => style,
  "form-post.js": () => formPostScript,
  "passkeys.js": () => passkeyScript,
  "webauthn.js": () =>
    readFileSync(
      join(dirname(require.resolve("@simplewebauthn/browser")), "../dist/bundle/index.umd.min.js"),
      "utf8",
    ),
} as const satisfies Readonly<Record<string, () => string>>

type AssetName = keyof typeof sources

const require = createRequire(import.meta.url)
const made = new Map<AssetName, Asset>()

const assetOf = (name: AssetName): Asset => {
  const known = made.get(name)
  if (known !== undefined) return known
  const text = sources[name]()
  const hash = createHash("sha256").update(text).digest("hex").slice(0, 16)
  const [stem, extension] = name.split(".")
  const mediaType =
    extension === "css" ? "text/css; charset=utf-8" : "text/javascript; charset=utf-8"
  const asset: Asset = { text, fileName: `${stem}-${hash}.${extension}`, mediaType }
  made.set(name, asset)
  return asset
}

/** The file name that a page refers to. */
export const assetName = (name: AssetName): string => assetOf(name).fileName

/**
 * The stylesheet and scripts of the pages. `passkeys`: whether those that passkeys need are served.
 */
export const assetPlan = ({
  limiter,
  passkeys,
}: {
  readonly limiter: Limiter
  readonly passkeys: boolean
}): Plan => {
  const names: readonly AssetName[] = passkeys
    ? ["page.css", "form-post.js", "passkeys.js", "webauthn.js"]
    : ["page.css", "form-post.js"]
  return staticPlan({
    template: "/oauth2/assets/{file}",
    limiter,
    answer: ({ file }): Reply => {
      const asset = names.map(assetOf).find(({ fileName }) => fileName === file)
      if (asset === undefined) throw new NotFound({ what: "file" })
      const headers = {
        "content-type": asset.mediaType,
        "cache-control": "public, max-age=31536000, immutable",
      }
      return { status: 200, headers, body: asset.text }
    },
  })
}
