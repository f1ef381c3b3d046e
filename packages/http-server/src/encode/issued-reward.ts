import type { IssuedReward, IssuedRewardView } from "@symbolon/core"
import type { resources } from "@symbolon/core/contract"
import type * as z from "zod"
import { instant } from "./instant.ts"

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
