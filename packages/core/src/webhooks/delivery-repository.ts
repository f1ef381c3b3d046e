import type { Page, PageRequest } from "../foundation/kernel/page.ts"
import type { DeliveryAttempt, DeliveryState, WebhookDelivery } from "./delivery.ts"

/** Which deliveries are meant: those that all of what is said holds for. */
export interface DeliveryFilter {
  readonly webhookUuid: string
  readonly state?: DeliveryState | undefined
  readonly event?: string | undefined
}

/** Which deliveries of a webhook are sent again: never those that were themselves sent again. */
export interface RedeliveryRange {
  readonly webhookUuid: string
  readonly state: DeliveryState
  /** Created at or after it. */
  readonly from: Date
  /** Created before it. */
  readonly to: Date
  /** Types of events that are not meant. */
  readonly exceptEvents: readonly string[]
}

/** Deliveries of webhooks and their attempts. */
export interface DeliveryRepository {
  /** Adds deliveries that have no attempts yet. */
  readonly addAll: (deliveries: readonly WebhookDelivery[]) => Promise<void>
  readonly find: (uuid: string) => Promise<WebhookDelivery | undefined>
  /** Many at once, in no order. */
  readonly findAll: (uuids: readonly string[]) => Promise<readonly WebhookDelivery[]>
  readonly list: (
    filter: DeliveryFilter,
    page: PageRequest<"created_at">,
  ) => Promise<Page<WebhookDelivery>>
  /** Of a range, in ascending order of uuid, after `after`, at most `limit`. */
  readonly inRange: (
    range: RedeliveryRange,
    after: string | undefined,
    limit: number,
  ) => Promise<readonly WebhookDelivery[]>
  readonly countInRange: (range: RedeliveryRange) => Promise<number>
  /**
   * Writes deliveries over those of the same uuids, each with the attempt that changed it, if any.
   * Rejects when one of them is not there, or an attempt of its number is.
   */
  readonly record: (
    changes: readonly {
      readonly delivery: WebhookDelivery
      readonly attempt: DeliveryAttempt | undefined
    }[],
  ) => Promise<void>
  /** The attempts of a delivery, in their order. */
  readonly attempts: (deliveryUuid: string) => Promise<readonly DeliveryAttempt[]>
  /**
   * Removes the deliveries that finished the longest ago, of those before `before`, with their
   * attempts, at most `limit`; answers how many.
   */
  readonly sweep: (before: Date, limit: number) => Promise<number>
}
