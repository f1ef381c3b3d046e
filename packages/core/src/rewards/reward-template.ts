/** `draft` is not issued yet, `archived` not any more. */
export const rewardTemplateStatuses = ["draft", "active", "archived"] as const
export type RewardTemplateStatus = (typeof rewardTemplateStatuses)[number]

/** What rewards are issued of; a ticket is one. */
export interface RewardTemplate {
  readonly uuid: string
  /** Unique in the deployment, as its path names no organization. */
  readonly slug: string
  readonly organizationUuid: string
  /** The activity that it belongs to, if to one. */
  readonly activityUuid: string | undefined
  readonly name: string
  readonly status: RewardTemplateStatus
  readonly createdAt: Date
}
