import type { RewardBatch } from "@symbolon/core/storage"
import { address, at, firstMember, organization, sealedKey, uuid } from "./sample-organization.ts"
import { mirroredAssetCalls } from "./mirrored-asset-calls.ts"
import type { VerbCall } from "./verb-calls.ts"

const batch: RewardBatch = {
  uuid: uuid(900_000),
  organizationUuid: organization.uuid,
  rewardTemplateUuid: uuid(7),
  audience: { type: "members" },
  skipsExisting: true,
  origin: "user_app",
  outcomeKey: "reward_propagate_of:900000",
  requestDigest: "digest",
  sealed: sealedKey,
  matchedCount: 1,
  scheduledCount: 1,
  skipped: [],
  status: "collecting",
  stopReason: undefined,
  reached: undefined,
  collectedCount: 0,
  issuedCount: 0,
  refused: [],
  createdAt: at(0),
  finishedAt: undefined,
}
const receiver = {
  receiver: `wallet:${address(firstMember)}`,
  walletAddress: address(firstMember),
  userUuid: undefined,
}

/** Every verb about rewards on their way to audiences, and about what is copied for them. */
export const rewardBatchCalls: readonly VerbCall[] = [
  { name: "rewardBatches.add", call: (tx) => tx.rewardBatches.add(batch) },
  { name: "rewardBatches.find", call: (tx) => tx.rewardBatches.find(batch.uuid) },
  { name: "rewardBatches.findByKey", call: (tx) => tx.rewardBatches.findByKey(batch.outcomeKey) },
  { name: "rewardBatches.lock", call: (tx) => tx.rewardBatches.lock(batch.uuid) },
  { name: "rewardBatches.running", call: (tx) => tx.rewardBatches.running(uuid(7)) },
  { name: "rewardBatches.change", call: (tx) => tx.rewardBatches.change(batch) },
  {
    name: "rewardBatches.addReceivers",
    call: async (tx) => {
      await tx.rewardBatches.add(batch)
      await tx.rewardBatches.addReceivers(batch.uuid, 0, [receiver])
    },
  },
  { name: "rewardBatches.receivers", call: (tx) => tx.rewardBatches.receivers(batch.uuid, 100) },
  {
    name: "rewardBatches.removeReceivers",
    call: (tx) => tx.rewardBatches.removeReceivers(batch.uuid, [receiver.receiver]),
  },
  ...mirroredAssetCalls,
]
