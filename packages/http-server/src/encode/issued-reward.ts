import type { IssuedReward, IssuedRewardView, RewardDeliveryView } from "@symbolon/core"
import type { resources } from "@symbolon/core/contract"
import type * as z from "zod"
import { instant, instantOrNull } from "./instant.ts"

/** Encodes a reward that was issued. */
export const encodeIssuedReward = (
  issued: IssuedRewardView,
): z.output<typeof resources.IssuedReward> => ({
  transaction_id: issued.transactionId ?? null,
  status: issued.status,
  delivery_uuid: issued.deliveryUuid ?? null,
  wallet_address: issued.walletAddress,
  reward_template_uuid: issued.rewardTemplateUuid,
  points: issued.points,
  supply_remaining: issued.supplyRemaining ?? null,
})

/** Encodes how far the delivery of an external reward is. */
export const encodeRewardDelivery = (
  delivery: RewardDeliveryView,
): z.output<typeof resources.RewardDelivery> => ({
  delivery_uuid: delivery.uuid,
  status: delivery.status,
  reward_template_uuid: delivery.rewardTemplateUuid,
  transaction_id: delivery.transactionId ?? null,
  failure_reason: delivery.failureReason ?? null,
  errors: delivery.answerErrors ?? null,
  attempts: delivery.attempts,
  next_attempt_at: instantOrNull(delivery.nextAttemptAt),
  created_at: instant(delivery.createdAt),
  completed_at: instantOrNull(delivery.completedAt),
})

/** Encodes a reward that was issued, for the organization. */
export const encodeRedemption = (issued: IssuedReward): z.output<typeof resources.Redemption> => ({
  transaction_id: issued.transactionId,
  status: issued.status,
  wallet_address: issued.walletAddress,
  user_uuid: issued.userUuid ?? null,
  points: issued.points,
  issued_by: issued.issuedBy,
  created_at: instant(issued.createdAt),
})
