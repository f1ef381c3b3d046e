import * as z from "zod"
import { dateTime } from "../endpoint.ts"

const issuer = z
  .object({
    id: z.string(),
    name: z.string(),
    slug: z.string(),
    logo_url: z.string().nullable(),
    website: z.string().nullable(),
  })
  .nullable()

const activity = z
  .object({
    id: z.string(),
    name: z.string(),
    slug: z.string(),
    description: z.string().nullable(),
    image_url: z.string().nullable(),
    start_time: z.string().nullable(),
    end_time: z.string().nullable(),
    timezone: z.string().nullable(),
  })
  .nullable()

const own = z.record(z.string(), z.unknown())

/** What a holder sees of a reward. */
export const IssuedRewardContent = z
  .object({
    data: own,
    items: z
      .array(own)
      .describe(
        "each with its `uid`; a badge or a certificate also with its `credential`, a VC-JWT",
      ),
    content_version: z.string(),
    generated_at: z.string().nullable(),
    template_slug: z.string().nullable(),
    template_version: z.int().nullable(),
    name: z.string(),
    description: z.string(),
    issuer,
    activity,
  })
  .meta({ id: "IssuedRewardContent" })

/** A reward in a wallet of its holder. */
export const HeldReward = z
  .object({
    transaction_id: z.string(),
    wallet_address: z.string(),
    cached_content: IssuedRewardContent,
    content_hash: z.string().describe("SHA-256 of the content as it was issued"),
    cached_at: dateTime,
    cache_expires_at: dateTime.nullable(),
    cache_hit_count: z.int().describe("how often it was opened by itself"),
    last_accessed_at: dateTime.nullable(),
    source_type: z.enum(["internal", "inline", "hosted"]),
    source_url: z.string().nullable(),
    fetch_latency_ms: z.int().nullable(),
    content_omitted: z.boolean().describe("whether data and items are left out of a list"),
  })
  .meta({ id: "HeldReward" })

/** One item of a reward. */
export const RewardFile = z
  .object({
    transaction_id: z.string(),
    content_version: z.string(),
    generated_at: z.string().nullable(),
    template_slug: z.string().nullable(),
    reward_name: z.string(),
    reward_description: z.string(),
    issuer,
    activity,
    data: own.describe("the item"),
    preview_url: z.string().nullable(),
    installable: z.boolean(),
  })
  .meta({ id: "RewardFile" })
