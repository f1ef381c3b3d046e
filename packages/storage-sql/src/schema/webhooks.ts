import type { DeliveryAttempt, Webhook, WebhookDelivery } from "@symbolon/core/storage"
import type { Columns } from "./columns.ts"

/** A webhook as it is kept: the sealed digest in three columns. */
export interface StoredWebhook extends Omit<Webhook, "sealed"> {
  readonly kekId: string
  readonly wrappedKey: string
  readonly box: string
}

export const webhookColumns: Columns<StoredWebhook> = {
  uuid: "text",
  organizationUuid: "text",
  url: "text",
  description: "text?",
  events: "json",
  isEnabled: "boolean",
  kekId: "text",
  wrappedKey: "text",
  box: "text",
  keyId: "text",
  createdAt: "instant",
  updatedAt: "instant",
  rotatedAt: "instant?",
  deletedAt: "instant?",
}

export const webhookDeliveryColumns: Columns<WebhookDelivery> = {
  uuid: "text",
  organizationUuid: "text",
  webhookUuid: "text",
  eventUuid: "text",
  event: "text",
  state: "text",
  attemptCount: "integer",
  nextAttemptAt: "instant?",
  lastStatus: "integer?",
  lastErrorCode: "text?",
  createdAt: "instant",
  finishedAt: "instant?",
  redeliveryOf: "text?",
}

/** An attempt as it is kept: elsewhere a status is a text. */
export interface StoredAttempt extends Omit<DeliveryAttempt, "status"> {
  readonly responseStatus: number | undefined
}

export const webhookAttemptColumns: Columns<StoredAttempt> = {
  deliveryUuid: "text",
  number: "integer",
  startedAt: "instant",
  durationMs: "integer",
  responseStatus: "integer?",
  errorCode: "text?",
  responseSnippet: "text?",
  keyId: "text",
}
