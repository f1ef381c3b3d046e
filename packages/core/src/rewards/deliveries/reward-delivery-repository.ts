import type { RewardDelivery, RewardDeliveryStatus } from "./reward-delivery.ts"

/** External rewards whose contents webhooks are asked for. */
export interface RewardDeliveryRepository {
  /** `false` when its outcome key is taken: nothing is written then. */
  readonly add: (delivery: RewardDelivery) => Promise<boolean>
  readonly find: (uuid: string) => Promise<RewardDelivery | undefined>
  readonly findByKey: (outcomeKey: string) => Promise<RewardDelivery | undefined>
  /** Whether the user has a claim of the template that is pending or processing. */
  readonly hasOpenClaim: (rewardTemplateUuid: string, userUuid: string) => Promise<boolean>
  /**
   * Those that are pending or processing and were asked for before `before`, in ascending order of
   * uuid, after `after`, at most `limit`.
   */
  readonly open: (
    before: Date,
    after: string | undefined,
    limit: number,
  ) => Promise<readonly RewardDelivery[]>
  /** Writes a delivery over the one of its uuid, if that still has the status `from`. */
  readonly change: (delivery: RewardDelivery, from: RewardDeliveryStatus) => Promise<boolean>
}
