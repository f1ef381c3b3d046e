import type { JsonObject } from "../../foundation/kernel/json.ts"
import type { IssuedRewardContent } from "../issued-content.ts"
import { type MirrorScope, sourceHashOf } from "./mirrored-asset.ts"

/** What is copied of an item, and where a view has the address that it was copied from. */
const members = [
  { url: "image_url", source: "image_source_url" },
  { url: "document_url", source: "document_source_url" },
  { url: "preview_url", source: "preview_source_url" },
] as const

/** The addresses at other hosts that items name, each once. What the service serves is none. */
export const mirrorableUrls = (
  items: readonly JsonObject[],
  baseUrl: string,
): readonly string[] => [
  ...new Set(
    items.flatMap((item) =>
      members.flatMap(({ url }) => {
        const named = item[url]
        return typeof named === "string" && isElsewhere(named, baseUrl) ? [named] : []
      }),
    ),
  ),
]

const isElsewhere = (url: string, baseUrl: string): boolean =>
  /^https?:\/\//i.test(url) && !url.startsWith(`${baseUrl}/`)

/** An item with the addresses of copies in place of those that they were copied from. */
export const withMirrors = (
  item: JsonObject,
  copyOf: (url: string) => string | undefined,
): JsonObject => ({
  ...item,
  ...Object.fromEntries(
    members.flatMap(({ url, source }) => {
      const named = item[url]
      const copy = typeof named === "string" ? copyOf(named) : undefined
      return copy === undefined || named === undefined
        ? []
        : [[url, copy] as const, [source, named] as const]
    }),
  ),
})

/** The scope of what a content names; undefined for one that the service did not author. */
export const scopeOf = ({
  issuer,
  template_slug: templateSlug,
  template_version: templateVersion,
}: Pick<IssuedRewardContent, "issuer" | "template_slug" | "template_version">):
  | MirrorScope
  | undefined =>
  issuer === null || templateSlug === null || templateVersion === null
    ? undefined
    : { organizationUuid: issuer.id, templateSlug, templateVersion }

/** The addresses that a content names, by the source that they are kept under. */
export const sourcesIn = (
  content: Pick<IssuedRewardContent, "issuer" | "template_slug" | "template_version" | "items">,
  baseUrl: string,
): ReadonlyMap<string, string> => {
  const scope = scopeOf(content)
  return new Map(
    scope === undefined
      ? []
      : mirrorableUrls(content.items, baseUrl).map((url) => [sourceHashOf(scope, url), url]),
  )
}
