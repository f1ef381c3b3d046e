import type { TriggerRewardInput, UpdateRewardTriggerInput } from "@symbolon/core"
import { rewardTriggers as endpoints } from "@symbolon/core/contract"
import { mapAnswer, rewards, rewardTriggers } from "@symbolon/core/effect"
import { encodePage, pageRequest } from "../encode/page.ts"
import { encodeFiring, encodeRewardTrigger, encodeToldOutcomes } from "../encode/reward-trigger.ts"
import { route, type Route } from "../route.ts"

/** Rules by which rewards are issued. */
export const rewardTriggerRoutes: readonly Route[] = [
  route(endpoints.listRewardTriggers, (input, caller) =>
    mapAnswer(
      rewardTriggers.list(caller, {
        organization: input.organization_slug,
        page: pageRequest(input),
      }),
      (page) => encodePage(input, page, encodeRewardTrigger),
    ),
  ),
  route(endpoints.createRewardTrigger, (input, caller) =>
    mapAnswer(
      rewardTriggers.create(caller, {
        organization: input.organization_slug,
        organizationUuid: input.organization_uuid,
        rewardTemplateUuid: input.reward_template_uuid,
        name: input.name,
        triggerScopes: input.trigger_scopes,
        ...fieldsOf(input),
      }),
      encodeRewardTrigger,
    ),
  ),
  route(endpoints.getRewardTrigger, (input, caller) =>
    mapAnswer(rewardTriggers.get(caller, { triggerUuid: input.trigger_uuid }), encodeRewardTrigger),
  ),
  route(endpoints.updateRewardTrigger, (input, caller) =>
    mapAnswer(
      rewardTriggers.update(caller, {
        triggerUuid: input.trigger_uuid,
        name: input.name,
        triggerScopes: input.trigger_scopes,
        ...fieldsOf(input),
      }),
      encodeRewardTrigger,
    ),
  ),
  route(endpoints.deleteRewardTrigger, (input, caller) =>
    mapAnswer(rewardTriggers.delete(caller, { triggerUuid: input.trigger_uuid }), ({ name }) => ({
      message: `The reward trigger "${name}" is deleted.`,
    })),
  ),
  route(endpoints.listFirings, (input, caller) =>
    mapAnswer(
      rewardTriggers.listFirings(caller, {
        triggerUuid: input.trigger_uuid,
        page: pageRequest(input),
      }),
      (page) => encodePage(input, page, encodeFiring),
    ),
  ),
  route(endpoints.trigger, (input, caller) =>
    mapAnswer(
      rewards.trigger(caller, {
        reward: input.reward_slug,
        event: input.event,
        identifier: input.identifier,
        eventId: input.event_id,
        occurredAt: input.occurred_at === undefined ? undefined : new Date(input.occurred_at),
        // The body is JSON.
        metadata: input.metadata as TriggerRewardInput["metadata"],
      }),
      encodeToldOutcomes,
    ),
  ),
]

const fieldsOf = (input: {
  readonly description?: string | null | undefined
  readonly reward_metadata?: Readonly<Record<string, unknown>> | undefined
  readonly enabled?: boolean | undefined
  readonly deduplication_window_seconds?: number | null | undefined
}) => ({
  description: input.description,
  // The body is JSON.
  rewardMetadata: input.reward_metadata as UpdateRewardTriggerInput["rewardMetadata"],
  isEnabled: input.enabled,
  deduplicationWindowSeconds: input.deduplication_window_seconds,
})
