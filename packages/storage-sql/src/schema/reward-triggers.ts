import type {
  NotedEvent,
  RewardTrigger,
  TriggerFiring,
  TriggerListener,
  TriggerTally,
  TriggerWindow,
} from "@symbolon/core/storage"
import type { Columns } from "./columns.ts"

export const rewardTriggerColumns: Columns<RewardTrigger> = {
  uuid: "text",
  organizationUuid: "text",
  rewardTemplateUuid: "text",
  name: "text",
  description: "text?",
  isEnabled: "boolean",
  scopes: "json",
  rewardMetadata: "json",
  deduplicationWindowSeconds: "integer?",
  createdAt: "instant",
  updatedAt: "instant?",
  deletedAt: "instant?",
}

export const triggerListenerColumns: Columns<TriggerListener> = {
  key: "text",
  triggerUuid: "text",
  match: "json",
}

export const triggerEventColumns: Columns<NotedEvent> = {
  key: "text",
  triggerUuid: "text",
  subject: "text",
  notedAt: "instant",
}

export const triggerTallyColumns: Columns<TriggerTally> = {
  key: "text",
  triggerUuid: "text",
  subject: "text",
  count: "integer",
}

export const triggerWindowColumns: Columns<TriggerWindow> = {
  key: "text",
  triggerUuid: "text",
  subject: "text",
  firingUuid: "text",
  firedAt: "instant",
}

export const triggerFiringColumns: Columns<TriggerFiring> = {
  uuid: "text",
  key: "text",
  triggerUuid: "text",
  organizationUuid: "text",
  rewardTemplateUuid: "text",
  event: "text",
  eventId: "text",
  scope: "text",
  userUuid: "text?",
  walletAddress: "text?",
  depth: "integer",
  outcome: "text",
  reason: "text?",
  transactionId: "text?",
  createdAt: "instant",
  endedAt: "instant?",
}
