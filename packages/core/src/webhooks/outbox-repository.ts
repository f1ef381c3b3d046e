import type { OutboxEvent } from "../foundation/outbox/event.ts"
import type { Webhook } from "./webhook.ts"

/** Events on their way out, in the transaction of the change they tell of. */
export interface OutboxRepository {
  /**
   * Adds events; answers the enabled webhooks of their organizations, in ascending order of uuid, in
   * the same question to the store.
   */
  readonly append: (events: readonly OutboxEvent[]) => Promise<readonly Webhook[]>
  /** In ascending order of uuid, after `after`, at most `limit`. */
  readonly list: (after: string | undefined, limit: number) => Promise<readonly OutboxEvent[]>
  /** Many at once, in no order. */
  readonly findAll: (uuids: readonly string[]) => Promise<readonly OutboxEvent[]>
  /** Those that name a user, in ascending order of uuid, at most `limit`. */
  readonly naming: (userUuid: string, limit: number) => Promise<readonly OutboxEvent[]>
  /** Writes `data` and `namedUserUuid` of events that are there; the rest of them stays. */
  readonly changeAll: (events: readonly OutboxEvent[]) => Promise<void>
  /**
   * Removes the oldest events from before `before` that no delivery sends, at most `limit`; answers
   * how many.
   */
  readonly sweep: (before: Date, limit: number) => Promise<number>
}
