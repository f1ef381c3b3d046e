import type { QueuedReceiver, RewardBatch } from "@symbolon/core/storage"
import type { Columns } from "./columns.ts"

/** A batch as it is kept: what is sealed of it in three columns. */
export interface StoredRewardBatch extends Omit<RewardBatch, "sealed"> {
  readonly kekId: string | undefined
  readonly wrappedKey: string | undefined
  readonly box: string | undefined
}

export const rewardBatchColumns: Columns<StoredRewardBatch> = {
  uuid: "text",
  organizationUuid: "text",
  rewardTemplateUuid: "text",
  audience: "json",
  skipsExisting: "boolean",
  origin: "text",
  outcomeKey: "text",
  requestDigest: "text",
  kekId: "text?",
  wrappedKey: "text?",
  box: "text?",
  matchedCount: "integer",
  scheduledCount: "integer",
  skipped: "json",
  status: "text",
  stopReason: "text?",
  reached: "text?",
  collectedCount: "integer",
  issuedCount: "integer",
  refused: "json",
  createdAt: "instant",
  finishedAt: "instant?",
}

/** A receiver of a batch. */
export interface StoredReceiver extends QueuedReceiver {
  readonly batchUuid: string
  /** Written, because the column may not be empty, and not read: who is named has a `userUuid`. */
  readonly isNamed: boolean
}

export const batchReceiverColumns: Columns<StoredReceiver> = {
  batchUuid: "text",
  position: "integer",
  receiver: "text",
  walletAddress: "text?",
  userUuid: "text?",
  isNamed: "boolean",
}
