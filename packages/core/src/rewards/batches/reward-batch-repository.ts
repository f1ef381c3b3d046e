import type { BatchReceiver, QueuedReceiver, RewardBatch } from "./reward-batch.ts"

/** Rewards on their way to audiences, and who is still to get one. */
export interface RewardBatchRepository {
  /** `false` when its outcome key is taken: nothing is written then. */
  readonly add: (batch: RewardBatch) => Promise<boolean>
  readonly find: (uuid: string) => Promise<RewardBatch | undefined>
  readonly findByKey: (outcomeKey: string) => Promise<RewardBatch | undefined>
  /** Finds one and locks it until the transaction ends. In a read it locks nothing. */
  readonly lock: (uuid: string) => Promise<RewardBatch | undefined>
  /** The one of a template that is collecting or issuing, the oldest if there are several. */
  readonly running: (rewardTemplateUuid: string) => Promise<RewardBatch | undefined>
  /** Writes all fields of the batch of that uuid; `false` when there is none. */
  readonly change: (batch: RewardBatch) => Promise<boolean>
  /**
   * Writes down receivers of a batch, the first under `from`, each next one under a higher position;
   * passes over those that are written down already.
   */
  readonly addReceivers: (
    batchUuid: string,
    from: number,
    receivers: readonly BatchReceiver[],
  ) => Promise<void>
  /** The receivers of a batch by position, at most `limit`. */
  readonly receivers: (batchUuid: string, limit: number) => Promise<readonly QueuedReceiver[]>
  /** Removes receivers of a batch, by their `receiver`. */
  readonly removeReceivers: (batchUuid: string, receivers: readonly string[]) => Promise<void>
}
