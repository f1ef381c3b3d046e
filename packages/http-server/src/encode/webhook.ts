import type {
  DeliveryAttempt,
  DeliveryDetails,
  WebhookDelivery,
  WebhookView,
  WebhookWithSecret,
} from "@symbolon/core"
import type { resources } from "@symbolon/core/contract"
import type * as z from "zod"
import { instant, instantOrNull } from "./instant.ts"

/** Encodes a webhook, without its secret. */
export const encodeWebhook = (webhook: WebhookView): z.output<typeof resources.Webhook> => ({
  uuid: webhook.uuid,
  organization_uuid: webhook.organizationUuid,
  url: webhook.url,
  description: webhook.description ?? null,
  events: [...webhook.events],
  enabled: webhook.isEnabled,
  key_id: webhook.keyId,
  created_at: instant(webhook.createdAt),
  updated_at: instant(webhook.updatedAt),
  rotated_at: instantOrNull(webhook.rotatedAt),
})

/** Encodes a new webhook with its secret, for its one appearance. */
export const encodeCreatedWebhook = ({
  webhook,
  secret,
}: WebhookWithSecret): z.output<typeof resources.CreatedWebhook> => ({
  ...encodeWebhook(webhook),
  secret,
})

/** Encodes a delivery without its attempts. */
export const encodeDelivery = (
  delivery: WebhookDelivery,
): z.output<typeof resources.WebhookDelivery> => ({
  uuid: delivery.uuid,
  webhook_uuid: delivery.webhookUuid,
  event: delivery.event,
  state: delivery.state,
  attempt_count: delivery.attemptCount,
  next_attempt_at: instantOrNull(delivery.nextAttemptAt),
  last_status: delivery.lastStatus ?? null,
  last_error_code: delivery.lastErrorCode ?? null,
  created_at: instant(delivery.createdAt),
  finished_at: instantOrNull(delivery.finishedAt),
  redelivery_of: delivery.redeliveryOf ?? null,
})

/** Encodes a delivery with its attempts. */
export const encodeDeliveryDetails = ({
  delivery,
  attempts,
  answerErrors,
}: DeliveryDetails): z.output<typeof resources.WebhookDeliveryDetails> => ({
  ...encodeDelivery(delivery),
  errors: answerErrors ?? null,
  attempts: attempts.map(encodeAttempt),
})

const encodeAttempt = (attempt: DeliveryAttempt): z.output<typeof resources.WebhookAttempt> => ({
  n: attempt.number,
  started_at: instant(attempt.startedAt),
  duration_ms: attempt.durationMs,
  status: attempt.status ?? null,
  error_code: attempt.errorCode ?? null,
  response_snippet: attempt.responseSnippet ?? null,
  key_id: attempt.keyId,
})
