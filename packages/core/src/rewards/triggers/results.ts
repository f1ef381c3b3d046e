import type { RewardTrigger } from "./reward-trigger.ts"

/** What an event that was told led to, for one scope of one trigger. */
export interface ToldOutcome {
  readonly trigger: Pick<RewardTrigger, "uuid">
  readonly scope: string
  /**
   * `not_matched`: counted, and the number is not reached, or was before. `pending`: the reward is
   * issued in the background.
   */
  readonly outcome: "issued" | "deduplicated" | "not_matched" | "refused" | "pending"
  readonly transactionId: string | undefined
}

/** What an event that was told led to, for each scope that counts such events. */
export interface ToldOutcomes {
  readonly matched: readonly ToldOutcome[]
}
