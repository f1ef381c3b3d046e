import { rewards as endpoints } from "@symbolon/core/contract"
import { mapAnswer, rewards } from "@symbolon/core/effect"
import type { ContentConfigInput } from "@symbolon/core"
import { encodePage, pageRequest } from "../encode/page.ts"
import { encodeRewardTemplate } from "../encode/reward.ts"
import { route, type Route } from "../route.ts"

/** What rewards are issued of. */
export const rewardRoutes: readonly Route[] = [
  route(endpoints.listForActivity, (input, caller) =>
    mapAnswer(
      rewards.listForActivity(caller, {
        activity: input.activity_slug,
        status: input.status,
        page: pageRequest(input),
      }),
      (page) => encodePage(input, page, encodeRewardTemplate),
    ),
  ),
  route(endpoints.listForOrganization, (input, caller) =>
    mapAnswer(
      rewards.listForOrganization(caller, {
        organization: input.organization_slug,
        status: input.status,
        page: pageRequest(input),
      }),
      (page) => encodePage(input, page, encodeRewardTemplate),
    ),
  ),
  route(endpoints.createReward, (input, caller) =>
    mapAnswer(
      rewards.create(caller, {
        organization: input.organization_slug,
        organizationUuid: input.organization_uuid,
        name: input.name,
        ...fieldsOf(input),
        contentConfig: contentConfigOf(input.content_config),
      }),
      encodeRewardTemplate,
    ),
  ),
  route(endpoints.getReward, (input, caller) =>
    mapAnswer(rewards.get(caller, { reward: input.reward_slug }), encodeRewardTemplate),
  ),
  route(endpoints.updateReward, (input, caller) =>
    mapAnswer(
      rewards.update(caller, {
        reward: input.reward_slug,
        name: input.name,
        points: input.points,
        ...fieldsOf(input),
        contentConfig: input.content_config && contentConfigOf(input.content_config),
      }),
      encodeRewardTemplate,
    ),
  ),
  route(endpoints.deleteReward, (input, caller) =>
    mapAnswer(rewards.delete(caller, { reward: input.reward_slug }), ({ name, status }) => ({
      message:
        status === "draft" ? `The draft ${name} is deleted.` : `The reward ${name} is archived.`,
    })),
  ),
  route(endpoints.restore, (input, caller) =>
    mapAnswer(rewards.restore(caller, { reward: input.reward_slug }), encodeRewardTemplate),
  ),
]

const fieldsOf = (input: {
  readonly activity_uuid?: string | null | undefined
  readonly description?: string | undefined
  readonly category?: string | null | undefined
  readonly supply_total?: number | null | undefined
  readonly required_entitlement?: string | null | undefined
  readonly is_draft?: boolean | undefined
}) => ({
  activityUuid: input.activity_uuid,
  description: input.description,
  category: input.category,
  supplyTotal: input.supply_total,
  requiredEntitlement: input.required_entitlement,
  isDraft: input.is_draft,
})

const contentConfigOf = (input: {
  readonly storage_type: ContentConfigInput["storageType"]
  readonly content_template?: object | null | undefined
  readonly external_id?: string | null | undefined
  readonly external_webhook_uuid?: string | null | undefined
  readonly generator_params?: Readonly<Record<string, unknown>> | null | undefined
  readonly cache_strategy?: ContentConfigInput["cacheStrategy"]
  readonly cache_ttl_seconds?: number | null | undefined
  readonly mirror_assets?: boolean | undefined
}): ContentConfigInput => ({
  storageType: input.storage_type,
  // The body is JSON.
  contentTemplate: input.content_template as ContentConfigInput["contentTemplate"],
  externalId: input.external_id,
  externalWebhookUuid: input.external_webhook_uuid,
  generatorParams: input.generator_params as ContentConfigInput["generatorParams"],
  cacheStrategy: input.cache_strategy,
  cacheTtlSeconds: input.cache_ttl_seconds,
  mirrorAssets: input.mirror_assets,
})
