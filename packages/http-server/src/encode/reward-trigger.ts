import type { RewardTrigger, ToldOutcomes, TriggerFiring } from "@symbolon/core"
import type { resources } from "@symbolon/core/contract"
import type * as z from "zod"
import { instant, instantOrNull } from "./instant.ts"

/** Encodes a reward trigger. */
export const encodeRewardTrigger = (
  trigger: RewardTrigger,
): z.output<typeof resources.RewardTrigger> => ({
  uuid: trigger.uuid,
  organization_uuid: trigger.organizationUuid,
  name: trigger.name,
  description: trigger.description ?? null,
  enabled: trigger.isEnabled,
  reward_template_uuid: trigger.rewardTemplateUuid,
  trigger_scopes: trigger.scopes.map(({ event, count, isFirst }) =>
    isFirst === true ? `${event}:first` : `${event}:count:${count}`,
  ),
  reward_metadata: trigger.rewardMetadata,
  deduplication_window_seconds: trigger.deduplicationWindowSeconds ?? null,
  created_at: instant(trigger.createdAt),
  updated_at: instantOrNull(trigger.updatedAt),
})

/** Encodes a firing of a trigger. */
export const encodeFiring = (
  firing: TriggerFiring,
): z.output<typeof resources.RewardTriggerFiring> => ({
  uuid: firing.uuid,
  trigger_uuid: firing.triggerUuid,
  event: firing.event,
  // Of an event that was told, the id that the organization gave it.
  event_id: firing.eventId.replace(/^told:/, ""),
  scope: firing.scope,
  user_uuid: firing.userUuid ?? null,
  wallet_address: firing.walletAddress ?? null,
  outcome: firing.outcome,
  reason: firing.reason ?? null,
  transaction_id: firing.transactionId ?? null,
  created_at: instant(firing.createdAt),
  ended_at: instantOrNull(firing.endedAt),
})

/** Encodes what an event that was told led to. */
export const encodeToldOutcomes = ({
  matched,
}: ToldOutcomes): z.output<typeof resources.ToldEvent> => ({
  matched: matched.map(({ trigger, scope, outcome, transactionId }) => ({
    trigger_uuid: trigger.uuid,
    scope,
    outcome,
    transaction_id: transactionId ?? null,
  })),
})
