import { Result } from "effect"
import { step } from "../../foundation/step.ts"
import { Tx } from "../../foundation/unit-of-work.ts"
import { released } from "../../ledger/supplies/supply.ts"
import {
  type DeliveryFailure,
  deliveryOutcomeKey,
  holdsPlace,
} from "../deliveries/reward-delivery.ts"
import { settleFiringOf } from "./firings.ts"

/**
 * Ends a delivery as failed and returns its place in the supply, once, with the firing that asked for
 * it; answers whether it did. What has ended stays as it is. One that an earlier version issued before it could complete it is
 * completed instead.
 */
export const failDelivery = step(function* (
  deliveryUuid: string,
  { failureReason, answerErrors }: DeliveryFailure,
  now: Date,
) {
  const tx = yield* Tx
  const found = yield* tx.rewardDeliveries.find(deliveryUuid)
  if (found === undefined) return false
  const template = yield* tx.rewardTemplates.lock(found.rewardTemplateUuid)
  // Only now is it sure to stay held: whoever issues it takes that lock too.
  const row = yield* tx.rewardDeliveries.find(deliveryUuid)
  if (row === undefined || !holdsPlace(row.status)) return false
  const outcome = yield* tx.ledger.outcome(deliveryOutcomeKey(row.uuid))
  const transactionId = outcome?.transactionId
  const ended = { ...row, sealed: undefined, completedAt: now }
  if (transactionId !== undefined) {
    const done = { ...ended, status: "completed", transactionId } as const
    yield* tx.rewardDeliveries.change(done, row.status)
    return false
  }
  const failed = {
    ...ended,
    status: "failed",
    failureReason,
    answerErrors: answerErrors ?? row.answerErrors,
  } as const
  if (!(yield* tx.rewardDeliveries.change(failed, row.status))) return false
  if (template !== undefined) {
    // An earlier version may have returned it already.
    const supply = Result.getOrElse(released(template), () => template)
    yield* tx.rewardTemplates.change({ ...template, ...supply })
  }
  yield* settleFiringOf(failed, now)
  return true
})
