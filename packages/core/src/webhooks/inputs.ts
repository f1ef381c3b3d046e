import type { OrganizationInput, PageInput } from "../foundation/kernel/inputs.ts"
import type { DeliveryState } from "./delivery.ts"

/** Where an organization is told of what happens in it. */
export interface CreateWebhookInput extends OrganizationInput {
  /**
   * Absolute, http or https, at most 2,048 characters, without user name and fragment. Its host is
   * on the public internet.
   */
  readonly url: string
  /** At most 500 characters. */
  readonly description?: string | undefined
  /** Names of events, each once; or `*` alone for all of them, later ones too; empty for one that is only asked for the contents of rewards. */
  readonly events: readonly string[]
  /** Nothing is sent to a disabled webhook. Enabled by default. */
  readonly isEnabled?: boolean | undefined
}

/** Which webhooks. */
export interface ListWebhooksInput extends OrganizationInput, PageInput<"created_at"> {}

/** Names a webhook. */
export interface WebhookInput extends OrganizationInput {
  /** Uuid of the webhook. */
  readonly webhookUuid: string
}

/** Changes a webhook. What is undefined stays as it is. */
export interface UpdateWebhookInput extends WebhookInput {
  /** As for {@link CreateWebhookInput}. Deliveries that wait go to the new address. */
  readonly url?: string | undefined
  /** At most 500 characters; `null` clears it. */
  readonly description?: string | null | undefined
  /** As for {@link CreateWebhookInput}. */
  readonly events?: readonly string[] | undefined
  /** Nothing is sent to a disabled webhook. */
  readonly isEnabled?: boolean | undefined
}

/** Which deliveries of a webhook. */
export interface ListDeliveriesInput extends WebhookInput, PageInput<"created_at"> {
  /** Only deliveries in this state. */
  readonly state?: DeliveryState | undefined
  /** Only deliveries of this event, such as `membership.joined`. */
  readonly event?: string | undefined
}

/** Names a delivery. */
export interface DeliveryInput extends OrganizationInput {
  /** Uuid of the delivery: the `X-Webhook-Delivery` that the receiver saw. */
  readonly deliveryUuid: string
}

/** Which deliveries of a webhook are sent again. */
export interface RedeliverRangeInput extends WebhookInput {
  /** Those that were created at this time or later. */
  readonly from: Date
  /** Those that were created before this time, which is after `from`. */
  readonly to: Date
  /** Only deliveries that ended so; `failed` by default. */
  readonly state?: "success" | "failed" | undefined
}
