import { isObject } from "../../foundation/sealing/plain-json.ts"
import type { JsonObject } from "../../foundation/kernel/json.ts"
import { contentHash } from "../../foundation/sealing/reward-content.ts"
import type { RewardContent } from "../../foundation/ports/content-sealer.ts"

/** What an author writes of something that is issued. Plain JSON throughout. */
export interface AuthoredContent {
  /** What the receiver sees first. */
  readonly name: string
  /** What the receiver reads. */
  readonly description?: string | undefined
  /** JSON of the sender's own. */
  readonly data?: JsonObject | undefined
  /** A list of JSON objects, such as the lines of a receipt. */
  readonly items?: readonly JsonObject[] | undefined
  /** ISO 8601; default: the moment of the issue. */
  readonly generatedAt?: string | undefined
  /** Default `1`. */
  readonly contentVersion?: string | undefined
  /** Which template the content follows. */
  readonly templateSlug?: string | undefined
  /** Which version of it. */
  readonly templateVersion?: number | undefined
}

/** An organization as an issued content names it. */
interface Issuer {
  readonly uuid: string
  readonly name: string
  readonly slug: string
  readonly website: string | undefined
  /** Absolute; where its logo is. */
  readonly logoUrl?: string | undefined
}

/** An activity as an issued content names it. */
export interface ActivityOfContent {
  readonly uuid: string
  readonly name: string
  readonly slug: string
  readonly description: string | undefined
  /** Absolute. */
  readonly imageUrl: string | undefined
  readonly startTime: Date | undefined
  readonly endTime: Date | undefined
  readonly timezone: string | undefined
}

/** An IssuedRewardContent: what its holder gets to see. */
export const issuedContent = (
  authored: AuthoredContent,
  issuer: Issuer,
  now: Date,
  activity?: ActivityOfContent,
): JsonObject => ({
  data: authored.data ?? {},
  items: authored.items ?? [],
  content_version: authored.contentVersion ?? "1",
  generated_at: authored.generatedAt ?? now.toISOString(),
  template_slug: authored.templateSlug ?? null,
  template_version: authored.templateVersion ?? null,
  name: authored.name,
  description: authored.description ?? "",
  issuer: {
    id: issuer.uuid,
    name: issuer.name,
    slug: issuer.slug,
    logo_url: issuer.logoUrl ?? null,
    website: issuer.website ?? null,
  },
  activity: activity === undefined ? null : activityOf(activity),
})

const activityOf = (activity: ActivityOfContent): JsonObject => ({
  id: activity.uuid,
  name: activity.name,
  slug: activity.slug,
  description: activity.description ?? null,
  image_url: activity.imageUrl ?? null,
  start_time: activity.startTime?.toISOString() ?? null,
  end_time: activity.endTime?.toISOString() ?? null,
  timezone: activity.timezone ?? null,
})

/** What decrypting a transaction shows. */
export interface DecryptedData {
  readonly manifestUrl: string
  readonly contentHash: string | undefined
  readonly expiresAt: Date | undefined
  readonly accessKey: string | undefined
  readonly accessKeyType: (typeof accessKeyTypes)[number]
  readonly additionalData: JsonObject
}

/** How the access key is shown to the reader of the content. */
export const accessKeyTypes = ["none", "bearer", "query", "header"] as const

/**
 * What is sealed for a content that this service keeps: the decrypted data of the API, and the
 * content itself beside it. The address stands there without a key: keys are short-lived, and
 * handed out by the decrypt call.
 */
export const storedContent = (
  content: JsonObject,
  additionalData: JsonObject,
  manifestUrl: string,
): RewardContent => ({
  access_key: null,
  access_key_type: "none",
  additional_data: additionalData,
  content,
  content_hash: contentHash(content) ?? null,
  expires_at: null,
  manifest_url: manifestUrl,
})

/** When the content of another host is fetched, and for how long the service keeps its copy. */
export interface HostedCache {
  /** `none` keeps no copy, `permanent` fetches once; the others fetch again when it expires. */
  readonly strategy: "none" | "on_demand" | "prefetch" | "permanent"
  /** Null for the default of the strategy. */
  readonly ttlSeconds: number | null
}

/** A content that another host has. */
export interface HostedContent {
  readonly manifestUrl: string
  /** Sent to the host as a bearer token; undefined for none. */
  readonly accessKey: string | undefined
  readonly cache: HostedCache
  /** What the issuer says of it, in the words of an IssuedRewardContent, without data and items. */
  readonly reward: JsonObject
}

/**
 * What is sealed for a content that another host has: the decrypted data of the API, and beside it
 * what the service needs to fetch it for its holder.
 */
export const hostedContent = (
  { manifestUrl, accessKey, cache, reward }: HostedContent,
  additionalData: JsonObject,
): RewardContent => ({
  access_key: accessKey ?? null,
  access_key_type: accessKey === undefined ? "none" : "bearer",
  additional_data: additionalData,
  cache: { strategy: cache.strategy, ttl_seconds: cache.ttlSeconds },
  content_hash: null,
  expires_at: null,
  manifest_url: manifestUrl,
  reward,
})

/** The content of another host that was sealed; what is missing reads as its default. */
export const hostedIn = (data: RewardContent): HostedContent => {
  const { reward, cache } = data
  const { strategy, ttl_seconds: ttl } = isObject(cache) ? cache : {}
  const known = (["none", "on_demand", "prefetch", "permanent"] as const).find(
    (each) => each === strategy,
  )
  return {
    manifestUrl: textOf(data["manifest_url"]) ?? "",
    accessKey: textOf(data["access_key"]),
    cache: { strategy: known ?? "on_demand", ttlSeconds: typeof ttl === "number" ? ttl : null },
    reward: isObject(reward) ? reward : {},
  }
}

const defaultTtlSeconds = { on_demand: 3600, prefetch: 86_400 }

/**
 * When a copy that is fetched now is fetched again; undefined for never. Where no copy is kept, it
 * has expired already.
 */
export const copyExpiresAt = (
  { strategy, ttlSeconds }: HostedCache,
  now: Date,
): Date | undefined => {
  if (strategy === "permanent") return undefined
  if (strategy === "none") return now
  return new Date(now.getTime() + (ttlSeconds ?? defaultTtlSeconds[strategy]) * 1000)
}

/**
 * The content that stands inside of what was sealed; undefined where another host has it, or where
 * it is not what its hash says.
 */
export const contentInside = (data: RewardContent): JsonObject | undefined => {
  const { content, content_hash: hash } = data
  return isObject(content) && contentHash(content) === hash ? content : undefined
}

/**
 * What is decrypted, with `superseded_by` in its additional data: the transaction that moved its
 * ticket on. What an author wrote by that name says nothing of the ledger, and is left out.
 */
export const withSuperseded = (
  { additionalData: { superseded_by: _, ...additionalData }, ...data }: DecryptedData,
  transactionId: string | undefined,
): DecryptedData => ({
  ...data,
  additionalData:
    transactionId === undefined
      ? additionalData
      : { ...additionalData, superseded_by: transactionId },
})

/** What was sealed, in the API's words; what is missing or of another shape reads as none. */
export const decryptedData = (data: RewardContent): DecryptedData => {
  const type = accessKeyTypes.find((each) => each === data["access_key_type"])
  const at = Date.parse(textOf(data["expires_at"]) ?? "")
  const { additional_data: additionalData } = data
  return {
    manifestUrl: textOf(data["manifest_url"]) ?? "",
    contentHash: textOf(data["content_hash"]),
    expiresAt: Number.isNaN(at) ? undefined : new Date(at),
    accessKey: textOf(data["access_key"]),
    accessKeyType: type ?? "none",
    additionalData: isObject(additionalData) ? additionalData : {},
  }
}

/** Where this service answers the content of a transaction. */
export const contentUrl = (baseUrl: string, transactionId: string): string =>
  `${baseUrl}/content/${transactionId}`

const textOf = (value: unknown): string | undefined =>
  typeof value === "string" ? value : undefined
