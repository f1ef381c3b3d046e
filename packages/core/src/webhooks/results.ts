import type { AnswerErrors, DeliveryAttempt, WebhookDelivery } from "./delivery.ts"
import type { WebhookView } from "./webhook.ts"

/** A webhook with a new secret. */
export interface WebhookWithSecret {
  readonly webhook: WebhookView
  /** Signs every request from now on. Returned this once: only its digest is stored. */
  readonly secret: string
}

/** A delivery and what came of it so far. */
export interface DeliveryDetails {
  readonly delivery: WebhookDelivery
  /** In their order. */
  readonly attempts: readonly DeliveryAttempt[]
  /** What is wrong with the answer of a `reward.generate` that was refused. */
  readonly answerErrors: AnswerErrors | undefined
}

/** Deliveries that are sent again in the background. */
export interface ScheduledRedelivery {
  /** How many. */
  readonly scheduled: number
}
