import type { Json, JsonObject } from "../foundation/kernel/json.ts"
import { isObject } from "../foundation/sealing/plain-json.ts"

/** The organization that issued a content. */
export interface ContentIssuer {
  readonly id: string
  readonly name: string
  readonly slug: string
  readonly logo_url: string | null
  readonly website: string | null
}

/** The activity that a content belongs to. */
export interface ContentActivity {
  readonly id: string
  readonly name: string
  readonly slug: string
  readonly description: string | null
  readonly image_url: string | null
  /** ISO 8601. */
  readonly start_time: string | null
  /** ISO 8601. */
  readonly end_time: string | null
  readonly timezone: string | null
}

/** An IssuedRewardContent, in the API's words: what a holder sees of a reward. */
export interface IssuedRewardContent {
  /** JSON of the author's own. */
  readonly data: JsonObject
  /** Each of a `type` of the API, with its `uid`. */
  readonly items: readonly JsonObject[]
  /** The author's own name of this version. */
  readonly content_version: string
  /** ISO 8601. */
  readonly generated_at: string | null
  /** Undefined names are null: the service did not author it, or it is older. */
  readonly template_slug: string | null
  readonly template_version: number | null
  readonly name: string
  readonly description: string
  readonly issuer: ContentIssuer | null
  readonly activity: ContentActivity | null
}

/**
 * Reads an issued content as it was sealed, or a part of one. What is missing or of another shape
 * reads as none: contents are kept for years, and the first had fewer members.
 */
export const readIssuedContent = (content: JsonObject): IssuedRewardContent => ({
  data: objectOf(content["data"]) ?? {},
  items: listOf(content["items"])
    .map(objectOf)
    .filter((item) => item !== undefined),
  content_version: textOf(content["content_version"]) ?? "",
  generated_at: textOf(content["generated_at"]),
  template_slug: textOf(content["template_slug"]),
  template_version:
    typeof content["template_version"] === "number" ? content["template_version"] : null,
  name: textOf(content["name"]) ?? "",
  description: textOf(content["description"]) ?? "",
  issuer: issuerIn(objectOf(content["issuer"])),
  activity: activityIn(objectOf(content["activity"])),
})

const issuerIn = (issuer: JsonObject | undefined): ContentIssuer | null =>
  issuer === undefined
    ? null
    : {
        id: textOf(issuer["id"]) ?? "",
        name: textOf(issuer["name"]) ?? "",
        slug: textOf(issuer["slug"]) ?? "",
        logo_url: textOf(issuer["logo_url"]),
        website: textOf(issuer["website"]),
      }

const activityIn = (activity: JsonObject | undefined): ContentActivity | null =>
  activity === undefined
    ? null
    : {
        id: textOf(activity["id"]) ?? "",
        name: textOf(activity["name"]) ?? "",
        slug: textOf(activity["slug"]) ?? "",
        description: textOf(activity["description"]),
        image_url: textOf(activity["image_url"]),
        start_time: textOf(activity["start_time"]),
        end_time: textOf(activity["end_time"]),
        timezone: textOf(activity["timezone"]),
      }

const textOf = (value: Json | undefined): string | null =>
  typeof value === "string" ? value : null

const objectOf = (value: Json | undefined): JsonObject | undefined =>
  isObject(value) ? value : undefined

const listOf = (value: Json | undefined): readonly Json[] => (Array.isArray(value) ? value : [])
