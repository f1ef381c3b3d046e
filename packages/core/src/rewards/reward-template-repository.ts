import type { SealedBox } from "../foundation/sealing/sealed-box.ts"
import type { Page, PageRequest } from "../foundation/kernel/page.ts"
import type { RewardTemplate, RewardTemplateStatus } from "./reward-template.ts"

/** What a list of reward templates is sorted by. */
export type RewardTemplateOrder = "created_at" | "name"

/** Which reward templates; a member that is left out restricts nothing. */
export interface RewardTemplatesOf {
  readonly organizationUuid: string
  /** Only those that belong to the activity. */
  readonly activityUuid?: string
  /** Only those of one of these. */
  readonly statuses?: readonly RewardTemplateStatus[]
}

/** What a template issues, sealed and bound to the template. */
export interface SealedRewardContent {
  readonly rewardTemplateUuid: string
  readonly sealed: SealedBox
}

/** That a template issues a file. */
export interface RewardFile {
  readonly rewardTemplateUuid: string
  readonly fileUuid: string
}

/** Reward templates; their slugs are unique in the deployment. */
export interface RewardTemplateRepository {
  /** `false` when the slug is taken: nothing is written then. */
  readonly add: (template: RewardTemplate) => Promise<boolean>
  /** By slug or uuid. */
  readonly find: (slugOrUuid: string) => Promise<RewardTemplate | undefined>
  /** Finds one by uuid and locks it until the transaction ends. In a read it locks nothing. */
  readonly lock: (uuid: string) => Promise<RewardTemplate | undefined>
  /**
   * The organization's active one of that name, for that activity, or for none if it is undefined;
   * the oldest if there are several (ties by uuid).
   */
  readonly findByName: (
    organizationUuid: string,
    activityUuid: string | undefined,
    name: string,
  ) => Promise<RewardTemplate | undefined>
  readonly list: (
    of: RewardTemplatesOf,
    page: PageRequest<RewardTemplateOrder>,
  ) => Promise<Page<RewardTemplate>>
  /** Writes all fields of the template of that uuid; `false` when there is none. */
  readonly change: (template: RewardTemplate) => Promise<boolean>
  /** Removes a template, its content, and what it notes of files; `false` when there is none. */
  readonly remove: (uuid: string) => Promise<boolean>
  /** The contents of templates, in no order; those without one are left out. */
  readonly contents: (uuids: readonly string[]) => Promise<readonly SealedRewardContent[]>
  /** Writes the content of a template, over the one before. */
  readonly putContent: (content: SealedRewardContent) => Promise<void>
  /** Takes the content from a template. */
  readonly removeContent: (uuid: string) => Promise<void>
  /** Notes that a template issues files, besides those noted before: `files.uses` names it. */
  readonly holdFiles: (uuid: string, fileUuids: readonly string[]) => Promise<void>
  /** Forgets which files a template issues. */
  readonly releaseFiles: (uuid: string) => Promise<void>
}
