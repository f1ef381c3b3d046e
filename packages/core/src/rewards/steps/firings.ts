import { Effect } from "effect"
import { Tx } from "../../foundation/unit-of-work.ts"
import { windowKey } from "../triggers/count.ts"
import type { TriggerFiring } from "../triggers/reward-trigger.ts"

/**
 * Writes how a firing ended, once. One that was refused gives back its window: further matches of
 * the subject may issue the reward.
 */
export const settleFiring = Effect.fnUntraced(function* (ended: TriggerFiring) {
  const tx = yield* Tx
  const { triggerUuid, userUuid, walletAddress, outcome, uuid } = ended
  if (!(yield* tx.rewardTriggers.settle(ended))) return
  if (outcome !== "issued")
    yield* tx.rewardTriggers.closeWindow(windowKey(triggerUuid, { userUuid, walletAddress }), uuid)
})
