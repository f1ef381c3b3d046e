import type { ReceiversAmong } from "../../ledger/supplies/issuance-repository.ts"
import type { RewardDelivery, RewardDeliveryStatus } from "./reward-delivery.ts"

/** External rewards whose contents webhooks are asked for. */
export interface RewardDeliveryRepository {
  /** `false` when its outcome key is taken: nothing is written then. */
  readonly add: (delivery: RewardDelivery) => Promise<boolean>
  readonly find: (uuid: string) => Promise<RewardDelivery | undefined>
  readonly findByKey: (outcomeKey: string) => Promise<RewardDelivery | undefined>
  /** Those of these outcome keys, in no order. */
  readonly findByKeys: (outcomeKeys: readonly string[]) => Promise<readonly RewardDelivery[]>
  /**
   * What of a template waits for its content for one of these users or wallets. In no order, some
   * of it more than once.
   */
  readonly openAmong: (
    rewardTemplateUuid: string,
    of: ReceiversAmong,
  ) => Promise<readonly Pick<RewardDelivery, "userUuid" | "walletAddress">[]>
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
