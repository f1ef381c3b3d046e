import { Result } from "effect"
import { Conflict } from "../foundation/errors/refusals.ts"
import type { SealedBox } from "../foundation/sealing/sealed-box.ts"

/** An endpoint of an organization that is told of events. */
export interface Webhook {
  readonly uuid: string
  readonly organizationUuid: string
  readonly url: string
  readonly description: string | undefined
  /** Names of events, or `*` alone for all that organizations can subscribe to. */
  readonly events: readonly string[]
  readonly isEnabled: boolean
  /**
   * The digest of the signing secret, bound to the webhook by {@link webhookBinding}. The secret
   * itself is stored nowhere.
   */
  readonly sealed: SealedBox
  /** Names the key that signs now; attempts are stored with it. */
  readonly keyId: string
  readonly createdAt: Date
  readonly updatedAt: Date
  /** When the secret was last replaced. */
  readonly rotatedAt: Date | undefined
  /** From then on it reads as absent, and nothing more is sent to it. */
  readonly deletedAt: Date | undefined
}

/** A webhook as those who manage it see it: without its key. */
export interface WebhookView extends Omit<Webhook, "sealed" | "deletedAt"> {}

/** Stands for every event that organizations can subscribe to, today's and later ones. */
export const everyEvent = "*"

/** The events that organizations can subscribe to. */
export const subscribableEvents = [
  "activity.deleted",
  "membership.joined",
  "membership.left",
  "membership.renewed",
  "membership.tier_changed",
  "reward.redeemed",
] as const

/**
 * Requests whose answer is content. They go to the one webhook that a reward names; another webhook
 * may name them as well, and receives nothing for it.
 */
export const answeredEvents = ["reward.generate"] as const

/** What a webhook may name. */
export type SubscribableEvent =
  | (typeof subscribableEvents)[number]
  | (typeof answeredEvents)[number]

/** Whether an event is a request whose answer is content. */
export const isAnswered = (event: string): boolean => answeredEvents.some((one) => one === event)

/** Whether events of this name are delivered to the webhook. */
export const isSubscribed = (
  { isEnabled, events }: Pick<Webhook, "isEnabled" | "events">,
  event: string,
): boolean =>
  isEnabled && !isAnswered(event) && (events.includes(everyEvent) || events.includes(event))

/** Refuses to send anything to a webhook that is disabled. */
export const permitSending = ({
  isEnabled,
}: Pick<Webhook, "isEnabled">): Result.Result<void, Conflict> =>
  isEnabled
    ? Result.void
    : Result.fail(
        new Conflict({
          reason: "webhook_disabled",
          message: "The webhook is disabled. Enable it first.",
        }),
      )

/** What a webhook's sealed digest is bound to, so that digests cannot be exchanged between rows. */
export const webhookBinding = (uuid: string): string => `webhook|${uuid}`

/** Without the key. */
export const viewWebhook = ({ sealed: _, deletedAt: __, ...webhook }: Webhook): WebhookView =>
  webhook
