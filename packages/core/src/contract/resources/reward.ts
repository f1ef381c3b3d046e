import * as z from "zod"
import { limits } from "../../foundation/kernel/limits.ts"
import { dateTime, line, ownJson, reference } from "../endpoint.ts"
import { RewardContent, RewardContentBody } from "./reward-content.ts"

const storageType = z.enum(["internal", "external"])
const cacheStrategy = z.enum(["none", "on_demand", "prefetch", "permanent"])
export const rewardStatus = z.enum(["draft", "active", "archived"])

/** How a reward gets its content, in a body. */
export const contentConfig = z
  .strictObject({
    storage_type: storageType,
    content_template: RewardContentBody.nullable().optional(),
    external_id: line(limits.nameMax, 1).nullable().optional(),
    external_webhook_uuid: reference().nullable().optional(),
    generator_params: ownJson().nullable().optional(),
    cache_strategy: cacheStrategy.default("on_demand"),
    cache_ttl_seconds: z.int().min(1).max(limits.contentCacheSecondsMax).nullable().optional(),
    mirror_assets: z.boolean().default(true),
  })
  .describe("internal: content_template is issued. external: the webhook is asked for the content")

const ContentConfig = z
  .object({
    storage_type: storageType,
    content_template: RewardContent.nullable().describe("null in lists"),
    external_id: z.string().nullable(),
    external_webhook_uuid: z.string().nullable(),
    generator_params: z.record(z.string(), z.unknown()).nullable(),
    cache_strategy: cacheStrategy,
    cache_ttl_seconds: z.int().nullable(),
    mirror_assets: z.boolean(),
  })
  .meta({ id: "ContentConfig" })

/** What rewards are issued of. */
export const RewardTemplate = z
  .object({
    uuid: z.string(),
    slug: z.string(),
    organization_uuid: z.string(),
    activity_uuid: z.string().nullable(),
    name: z.string(),
    version: z.int().describe("rises by one with each correction of name, description or content"),
    description: z.string(),
    category: z.string().nullable(),
    points: z.int().describe("before the multiplier of the receiver's tier"),
    supply_total: z.int().nullable().describe("null for any number"),
    supply_redeemed: z.int(),
    required_entitlement: z.string().nullable(),
    content_config: ContentConfig.nullable().describe(
      "for the organization's staff, by a first-party app or with reward:write; else null",
    ),
    status: rewardStatus,
    is_draft: z.boolean(),
    archived_at: dateTime.nullable(),
    created_at: dateTime,
    updated_at: dateTime.nullable(),
  })
  .meta({ id: "RewardTemplate" })
