/**
 * Verifies webhooks of a Symbolon service: needs no dependencies, and no platform but WebCrypto.
 * @module
 */
export {
  type FetchRequest,
  type RawRequest,
  type VerifiedWebhook,
  verifyWebhook,
  type VerifyWebhookOptions,
} from "./webhooks/verify-webhook.ts"
export {
  isWebhookError,
  WebhookError,
  type WebhookErrorCode,
  type WebhookErrorOf,
} from "./webhooks/webhook-error.ts"
export type { UnknownWebhookEvent, WebhookEvent } from "./webhooks/webhook-event.ts"
export type { WebhookHeaders } from "./webhooks/webhook-headers.ts"
export { memorySeenDeliveries, type SeenDeliveries } from "./webhooks/seen-deliveries.ts"
export type {
  ActivityDeletedEvent,
  GeneratedReward,
  KnownWebhookEvent,
  MembershipJoinedEvent,
  MembershipLeftEvent,
  MembershipRenewedEvent,
  MembershipTierChangedEvent,
  RewardGenerateEvent,
  RewardRedeemedEvent,
  WebhookTestEvent,
} from "./generated/types.ts"
