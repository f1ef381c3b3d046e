import type { RewardTemplateView } from "@symbolon/core"
import type { resources } from "@symbolon/core/contract"
import type * as z from "zod"
import { instant, instantOrNull } from "./instant.ts"

/** Encodes a reward template. What it issues has codes, and is for the organization's team alone. */
export const encodeRewardTemplate = (
  template: RewardTemplateView,
): z.output<typeof resources.RewardTemplate> => ({
  uuid: template.uuid,
  slug: template.slug,
  organization_uuid: template.organizationUuid,
  activity_uuid: template.activityUuid ?? null,
  name: template.name,
  version: template.version,
  description: template.description,
  category: template.category ?? null,
  points: template.points,
  supply_total: template.supplyTotal ?? null,
  supply_redeemed: template.supplyRedeemed,
  required_entitlement: template.requiredEntitlement ?? null,
  content_config: template.isForTeam ? contentConfig(template) : null,
  status: template.status,
  is_draft: template.status === "draft",
  archived_at: instantOrNull(template.archivedAt),
  created_at: instant(template.createdAt),
  updated_at: instantOrNull(template.updatedAt),
})

const contentConfig = ({
  content,
  contentTemplate,
}: RewardTemplateView): z.output<typeof resources.RewardTemplate>["content_config"] =>
  content === undefined
    ? null
    : {
        storage_type: content.storageType,
        content_template:
          contentTemplate === undefined
            ? null
            : { ...contentTemplate, items: [...contentTemplate.items] },
        external_id: content.externalId,
        external_webhook_uuid: content.externalWebhookUuid,
        generator_params: content.generatorParams,
        cache_strategy: content.cacheStrategy,
        cache_ttl_seconds: content.cacheTtlSeconds,
        mirror_assets: content.mirrorAssets,
      }
