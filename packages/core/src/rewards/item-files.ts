import type { Json, JsonObject } from "../foundation/kernel/json.ts"
import { isObject } from "../foundation/sealing/plain-json.ts"
import type { StoredFile } from "../files/file.ts"
import type { IssuedRewardContent } from "./issued-content.ts"

/** What a file is in an item: `own` is the thing itself, as a picture of an asset. */
export type ItemFileUse = "image" | "document" | "own"

const members = [
  { use: "image", file: "image_file_uuid", url: "image_url" },
  { use: "document", file: "document_file_uuid", url: "document_url" },
  { use: "own", file: "uploaded_file_uuid", url: "url" },
] as const satisfies readonly {
  readonly use: ItemFileUse
  readonly file: string
  readonly url: string
}[]

/** A file that an item names. */
export interface ItemFile {
  readonly uuid: string
  readonly use: ItemFileUse
  /** Whether it is the picture of an asset, which everybody sees who sees the holder's page. */
  readonly isOfAsset: boolean
  /** Where it stands in the items: `0.image_file_uuid`. */
  readonly path: string
}

/** The files that items name, and the parts of their packs. */
export const filesIn = (items: readonly JsonObject[]): readonly ItemFile[] =>
  items.flatMap((item, index) => filesOf(item, item["type"] === "asset", `${index}`))

const filesOf = (item: JsonObject, isAsset: boolean, path: string): readonly ItemFile[] => [
  ...members.flatMap(({ use, file }): readonly ItemFile[] => {
    const uuid = item[file]
    const isOfAsset = isAsset && use === "own"
    return typeof uuid === "string" ? [{ uuid, use, isOfAsset, path: `${path}.${file}` }] : []
  }),
  ...partsOf(item["parts"]).flatMap((part, index) =>
    filesOf(part, isAsset, `${path}.parts.${index}`),
  ),
]

const partsOf = (parts: Json | undefined): readonly JsonObject[] =>
  Array.isArray(parts) ? parts.filter(isObject) : []

/** An item with the URLs of the files that it names; a file without a URL leaves it as it is. */
export const withFileUrls = (
  item: JsonObject,
  urlOf: (fileUuid: string) => string | undefined,
): JsonObject => {
  const { parts } = item
  const urls = members.flatMap(({ file, url }) => {
    const uuid = item[file]
    const found = typeof uuid === "string" ? urlOf(uuid) : undefined
    return found === undefined ? [] : [[url, found] as const]
  })
  return {
    ...item,
    ...Object.fromEntries(urls),
    ...(Array.isArray(parts)
      ? { parts: parts.map((part) => (isObject(part) ? withFileUrls(part, urlOf) : part)) }
      : {}),
  }
}

/** The addresses that items show, and the parts of their packs. */
export const urlsIn = (items: readonly JsonObject[]): readonly string[] =>
  items.flatMap((item) => [
    ...members.flatMap(({ url }) => (typeof item[url] === "string" ? [item[url]] : [])),
    ...urlsIn(partsOf(item["parts"])),
  ])

/** An item without the addresses that are gone, as if its author had named none. */
export const withoutUrls = (item: JsonObject, gone: ReadonlySet<string>): JsonObject => {
  const { parts } = item
  const isGone = ([name, value]: readonly [string, Json]) =>
    members.some(({ url }) => url === name) && typeof value === "string" && gone.has(value)
  return {
    ...Object.fromEntries(Object.entries(item).filter((entry) => !isGone(entry))),
    ...(Array.isArray(parts)
      ? { parts: parts.map((part) => (isObject(part) ? withoutUrls(part, gone) : part)) }
      : {}),
  }
}

/**
 * Whether a content may show a file: one of the organization that issued it, or of its rewards.
 * Another host may name any file in its answer.
 */
export const isShownBy = (
  { state, ownerType, holderUuid }: StoredFile,
  { issuer }: Pick<IssuedRewardContent, "issuer">,
): boolean =>
  state === "stored" &&
  (ownerType === "organization" || ownerType === "reward") &&
  holderUuid === issuer?.id
