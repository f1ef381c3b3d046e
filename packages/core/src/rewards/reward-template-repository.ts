import type { RewardTemplate } from "./reward-template.ts"

/** Reward templates; their slugs are unique in the deployment. */
export interface RewardTemplateRepository {
  /** `false` when the slug is taken: nothing is written then. */
  readonly add: (template: RewardTemplate) => Promise<boolean>
  /** By slug or uuid. */
  readonly find: (slugOrUuid: string) => Promise<RewardTemplate | undefined>
  /**
   * The organization's active one of that name, for that activity, or for none if it is undefined;
   * the oldest if there are several (ties by uuid).
   */
  readonly findByName: (
    organizationUuid: string,
    activityUuid: string | undefined,
    name: string,
  ) => Promise<RewardTemplate | undefined>
}
