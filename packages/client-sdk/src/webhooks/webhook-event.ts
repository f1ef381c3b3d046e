import type { KnownWebhookEvent } from "../generated/types.ts"

declare const unknown: unique symbol

/**
 * An event that this version does not know. Its name is a plain string. The type keeps it apart
 * from the known names, so that `switch (webhook.event)` tells the type of `data`: compared with a
 * literal, TypeScript keeps a bare `string`, but not a template literal with a brand.
 */
export interface UnknownWebhookEvent {
  readonly event: `${string}.${string}` & { readonly [unknown]: true }
  /** When this attempt was made; a retry has a later time. ISO 8601 date and time. */
  readonly timestamp: string
  /** The organization that owns the webhook. */
  readonly organization_uuid: string
  readonly user_uuid: string | null
  readonly data: unknown
}

/**
 * The body of a webhook, as it is on the wire. `event` tells which one it is.
 *
 * @example
 * ```ts
 * switch (webhook.event) {
 *   case "membership.joined":
 *     return welcome(webhook.data.user_uuid, webhook.data.tier_slug)
 *   default:
 *     return console.log(`passed over: ${webhook.event}`)
 * }
 * ```
 */
export type WebhookEvent = KnownWebhookEvent | UnknownWebhookEvent
