import type { IssuedRewardView } from "@symbolon/core"
import { rewardIssues as endpoints } from "@symbolon/core/contract"
import { mapAnswer, rewards } from "@symbolon/core/effect"
import {
  encodeIssuedReward,
  encodeRedemption,
  encodeRewardDelivery,
} from "../encode/issued-reward.ts"
import {
  decodeAudience,
  encodePropagatedReward,
  encodeRewardBatch,
} from "../encode/reward-batch.ts"
import { encodePage, pageRequest } from "../encode/page.ts"
import { route, type Route, withMeta } from "../route.ts"

/** Rewards that are issued. */
export const rewardIssueRoutes: readonly Route[] = [
  route(endpoints.claim, (input, caller) =>
    mapAnswer(
      rewards.claim(caller, {
        reward: input.reward_slug,
        wallet: input.wallet_address,
        idempotencyKey: input.idempotency_key,
        metadata: input.metadata as Metadata,
      }),
      answered,
    ),
  ),
  route(endpoints.redeem, (input, caller) =>
    mapAnswer(
      rewards.redeem(caller, {
        reward: input.reward_slug,
        identifier: input.identifier,
        idempotencyKey: input.idempotency_key,
        metadata: input.metadata as Metadata,
        referenceId: input.reference_id,
      }),
      answered,
    ),
  ),
  route(endpoints.propagate, (input, caller) =>
    mapAnswer(
      rewards.propagate(caller, {
        reward: input.reward_slug,
        audience: decodeAudience(input.audience),
        skipExisting: input.skip_existing,
        dryRun: input.dry_run,
        idempotencyKey: input.idempotency_key,
        metadata: input.metadata as Metadata,
      }),
      (propagated) =>
        withMeta(encodePropagatedReward(propagated), {
          ...(propagated.batchUuid === undefined ? { status: 200 } : {}),
          ...(propagated.replayed ? { headers: { "idempotent-replayed": "true" } } : {}),
        }),
    ),
  ),
  route(endpoints.getBatch, (input, caller) =>
    mapAnswer(
      rewards.getBatch(caller, {
        organization: input.organization_slug,
        batchUuid: input.batch_uuid,
      }),
      encodeRewardBatch,
    ),
  ),
  route(endpoints.getDelivery, (input, caller) =>
    mapAnswer(
      rewards.getDelivery(caller, { deliveryUuid: input.delivery_uuid }),
      encodeRewardDelivery,
    ),
  ),
  route(endpoints.listRedemptions, (input, caller) =>
    mapAnswer(
      rewards.listRedemptions(caller, { reward: input.reward_slug, page: pageRequest(input) }),
      (page) => encodePage(input, page, encodeRedemption),
    ),
  ),
]

/** The body is JSON. */
type Metadata = Parameters<typeof rewards.redeem>[1]["metadata"]

const answered = (issued: IssuedRewardView) =>
  withMeta(encodeIssuedReward(issued), {
    ...(issued.transactionId === undefined
      ? { status: 202 }
      : issued.replayed
        ? { status: 200 }
        : {}),
    ...(issued.replayed ? { headers: { "idempotent-replayed": "true" } } : {}),
  })
