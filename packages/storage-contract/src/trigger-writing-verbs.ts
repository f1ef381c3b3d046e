import type { Repositories } from "@symbolon/core/storage"
import {
  mirroredAsset,
  rewardBatch,
  rewardDelivery,
  rewardTrigger,
  triggerFiring,
} from "./reward-samples.ts"
import { uuid } from "./samples.ts"

/** The writing verbs of reward batches, deliveries and triggers. */
export const triggerWritingVerbs: readonly {
  readonly name: string
  readonly call: (tx: Repositories) => Promise<unknown>
}[] = [
  {
    name: "rewardTemplates.holdFiles",
    call: (tx) => tx.rewardTemplates.holdFiles(uuid(101), [uuid(102)]),
  },
  {
    name: "rewardTemplates.releaseFiles",
    call: (tx) => tx.rewardTemplates.releaseFiles(uuid(101)),
  },
  { name: "rewardBatches.add", call: (tx) => tx.rewardBatches.add(rewardBatch(101)) },
  { name: "rewardBatches.change", call: (tx) => tx.rewardBatches.change(rewardBatch(101)) },
  {
    name: "rewardBatches.addReceivers",
    call: (tx) =>
      tx.rewardBatches.addReceivers(uuid(101), 0, [
        { receiver: "one", walletAddress: undefined, userUuid: undefined },
      ]),
  },
  {
    name: "rewardBatches.removeReceivers",
    call: (tx) => tx.rewardBatches.removeReceivers(uuid(101), ["one"]),
  },
  { name: "mirroredAssets.add", call: (tx) => tx.mirroredAssets.add(mirroredAsset(101)) },
  { name: "rewardDeliveries.add", call: (tx) => tx.rewardDeliveries.add(rewardDelivery(101)) },
  {
    name: "rewardDeliveries.change",
    call: (tx) => tx.rewardDeliveries.change(rewardDelivery(101), "pending"),
  },
  { name: "rewardTriggers.add", call: (tx) => tx.rewardTriggers.add(rewardTrigger(101)) },
  { name: "rewardTriggers.change", call: (tx) => tx.rewardTriggers.change(rewardTrigger(101)) },
  { name: "rewardTriggers.listen", call: (tx) => tx.rewardTriggers.listen(uuid(101), []) },
  {
    name: "rewardTriggers.record",
    call: (tx) =>
      tx.rewardTriggers.record({
        events: [],
        tallies: [],
        windows: [],
        firings: [triggerFiring(1)],
      }),
  },
  { name: "rewardTriggers.settle", call: (tx) => tx.rewardTriggers.settle(triggerFiring(101)) },
  {
    name: "rewardTriggers.closeWindow",
    call: (tx) => tx.rewardTriggers.closeWindow("key", uuid(101)),
  },
  {
    name: "rewardTriggers.forget",
    call: (tx) => tx.rewardTriggers.forget({ triggerUuid: uuid(101) }, 10),
  },
]
