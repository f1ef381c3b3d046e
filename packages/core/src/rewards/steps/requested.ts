import { Conflict, IdempotencyConflict } from "../../foundation/errors/refusals.ts"
import { step } from "../../foundation/step.ts"
import { Tx } from "../../foundation/unit-of-work.ts"
import type { RequestKey } from "../../ledger/commit/posting-change.ts"
import { remainingOf } from "../../ledger/supplies/supply.ts"
import type { IssuedRewardView } from "../issued-reward.ts"
import type { RewardTemplate } from "../reward-template.ts"

/**
 * What the same request for an external reward was answered before, with its transaction where that
 * has been made; undefined for a new one. One that failed is `Conflict` (`delivery_failed`).
 */
export const requested = step(function* (key: RequestKey, template: RewardTemplate) {
  const tx = yield* Tx
  const row = yield* tx.rewardDeliveries.findByKey(key.outcomeKey)
  if (row === undefined) return undefined
  if (row.requestDigest !== key.digest)
    return yield* new IdempotencyConflict({ key: key.idempotencyKey })
  if (row.status === "failed")
    return yield* new Conflict({
      reason: "delivery_failed",
      message: "The content of this reward could not be made. Ask again under another key.",
      details: { delivery_uuid: row.uuid },
    })
  const transaction =
    row.transactionId === undefined ? undefined : yield* tx.transactions.find(row.transactionId)
  const view: IssuedRewardView = {
    transactionId: row.transactionId,
    status: transaction?.status ?? "pending",
    deliveryUuid: row.uuid,
    walletAddress: row.walletAddress,
    rewardTemplateUuid: row.rewardTemplateUuid,
    points: transaction?.body.amount ?? template.points,
    supplyRemaining: remainingOf(template),
    replayed: true,
  }
  return view
})
