import * as z from "zod"
import type { DeliveryState } from "../../webhooks/delivery.ts"
import { dateTime } from "../endpoint.ts"

const webhook = {
  uuid: z.string(),
  organization_uuid: z.string(),
  url: z.string(),
  description: z.string().nullable(),
  events: z.array(z.string()).describe('names of events, or `["*"]` for all of them'),
  enabled: z.boolean().describe("nothing is sent to a disabled webhook"),
  key_id: z
    .string()
    .describe("names the secret that signs now; each attempt has the `key_id` that signed it"),
  created_at: dateTime,
  updated_at: dateTime,
  rotated_at: dateTime.nullable().describe("when the secret was last replaced"),
}

/** A webhook as those who manage it see it; never with its secret. */
export const Webhook = z.object(webhook).meta({ id: "Webhook" })

/** A webhook as returned once on creation: with its secret. */
export const CreatedWebhook = z
  .object({ ...webhook, secret: z.string().describe("signs every request; shown this once") })
  .meta({ id: "CreatedWebhook" })

/** Another secret of a webhook, answered once. */
export const WebhookSecret = z
  .object({ secret: z.string().describe("valid at once; the former one no longer is") })
  .meta({ id: "WebhookSecret" })

const states = [
  "pending",
  "retrying",
  "success",
  "failed",
] as const satisfies readonly DeliveryState[]

/** Where a delivery stands. */
export const WebhookDeliveryState = z.enum(states).meta({ id: "WebhookDeliveryState" })

const delivery = {
  uuid: z.string().describe("`X-Webhook-Delivery` of every attempt"),
  webhook_uuid: z.string(),
  event: z.string(),
  state: WebhookDeliveryState,
  attempt_count: z.int(),
  next_attempt_at: dateTime.nullable(),
  last_status: z.int().nullable().describe("of the last attempt; null if it got no answer"),
  last_error_code: z.string().nullable(),
  created_at: dateTime,
  finished_at: dateTime.nullable().describe("when it succeeded or failed"),
  redelivery_of: z.string().nullable().describe("the delivery whose event is sent again"),
}

/** One event on its way to one webhook. */
export const WebhookDelivery = z.object(delivery).meta({ id: "WebhookDelivery" })

/** One request of a delivery, and what came of it. */
export const WebhookAttempt = z
  .object({
    n: z.int().describe("from 1"),
    started_at: dateTime,
    duration_ms: z.int(),
    status: z.int().nullable().describe("null if there was no answer"),
    error_code: z.string().nullable().describe("why the attempt failed; null if it succeeded"),
    response_snippet: z.string().nullable().describe("the start of the answer's body"),
    key_id: z.string().describe("names the secret that signed it"),
  })
  .meta({ id: "WebhookAttempt" })

/** A delivery with its attempts, the first one first. */
export const WebhookDeliveryDetails = z
  .object({
    ...delivery,
    errors: z
      .record(z.string(), z.string())
      .nullable()
      .describe(
        "what is wrong with the answer to a `reward.generate` by its field, of `bad_answer`",
      ),
    attempts: z.array(WebhookAttempt),
  })
  .meta({ id: "WebhookDeliveryDetails" })

/** Names a new delivery. */
export const StartedDelivery = z
  .object({ delivery_uuid: z.string() })
  .meta({ id: "StartedDelivery" })
