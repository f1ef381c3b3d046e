import type { OutboxEvent } from "./event.ts"

/** Events on their way out, in the transaction of the change they tell of. */
export interface OutboxRepository {
  readonly append: (events: readonly OutboxEvent[]) => Promise<void>
  /** In ascending order of uuid, after `after`, at most `limit`. */
  readonly list: (after: string | undefined, limit: number) => Promise<readonly OutboxEvent[]>
}
