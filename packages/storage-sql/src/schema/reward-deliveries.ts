import type { RewardDelivery } from "@symbolon/core/storage"
import type { Columns } from "./columns.ts"

/** What the ledger changes of a delivery whose reservation it consumes. */
export type CompletedDelivery = Pick<
  RewardDelivery,
  "uuid" | "status" | "sealed" | "transactionId" | "completedAt"
>

export const completedDeliveryColumns: Columns<CompletedDelivery> = {
  uuid: "text",
  status: "text",
  sealed: "json?",
  transactionId: "text?",
  completedAt: "instant?",
}

/** A delivery as its row has it. */
export interface StoredRewardDelivery extends RewardDelivery {
  /** Written, because the column may not be empty, and not read: who is named has a `userUuid`. */
  readonly isNamed: boolean
}

/** The columns that are read. */
export const rewardDeliveryFields: Columns<RewardDelivery> = {
  uuid: "text",
  organizationUuid: "text",
  rewardTemplateUuid: "text",
  walletAddress: "text",
  userUuid: "text?",
  issuedBy: "text",
  origin: "text",
  referenceId: "text?",
  outcomeKey: "text",
  requestDigest: "text",
  onceKey: "text?",
  status: "text",
  sealed: "json?",
  failureReason: "text?",
  answerErrors: "json?",
  transactionId: "text?",
  attempts: "integer",
  createdAt: "instant",
  completedAt: "instant?",
}

export const rewardDeliveryColumns: Columns<StoredRewardDelivery> = {
  ...rewardDeliveryFields,
  isNamed: "boolean",
}
