import { step } from "../../foundation/step.ts"
import { Tx } from "../../foundation/unit-of-work.ts"
import type { RewardDelivery } from "../deliveries/reward-delivery.ts"
import { windowKey } from "../triggers/count.ts"
import { ended } from "../triggers/firing.ts"
import type { TriggerFiring } from "../triggers/reward-trigger.ts"

/**
 * Writes how a firing ended, once. One that was refused gives back its window: further matches of
 * the subject may issue the reward.
 */
export const settleFiring = step(function* (firing: TriggerFiring) {
  const tx = yield* Tx
  const { triggerUuid, userUuid, walletAddress, outcome, uuid } = firing
  if (!(yield* tx.rewardTriggers.settle(firing))) return
  if (outcome !== "issued")
    yield* tx.rewardTriggers.closeWindow(windowKey(triggerUuid, { userUuid, walletAddress }), uuid)
})

/**
 * Ends the firing that asked for a delivery, once the delivery has ended. The ledger has the last
 * word: what it issued for the firing is its reward, whoever asked for it. Nothing happens for a
 * delivery that no trigger asked for.
 */
export const settleFiringOf = step(function* (
  { issuedBy, outcomeKey, failureReason }: RewardDelivery,
  now: Date,
) {
  if (issuedBy !== "trigger") return
  const tx = yield* Tx
  const [firing] = yield* tx.rewardTriggers.firingsByKey([outcomeKey])
  if (firing === undefined) return
  const transactionId = (yield* tx.ledger.outcome(firing.key))?.transactionId
  const refusal = { _tag: "Conflict", reason: failureReason }
  yield* settleFiring(
    ended(firing, transactionId === undefined ? { refusal } : { transactionId }, now),
  )
})
