import type {
  ActivityInput,
  OnBehalfInput,
  OrganizationInput,
  PageInput,
} from "../foundation/kernel/inputs.ts"
import type { SentSettings } from "../sessions/settings.ts"
import type { ActivityChange } from "./activity-rules.ts"

/** What lists of activities are ordered by. */
export type ActivityOrder = "created_at" | "name" | "start_time"

/** A new activity. */
export interface CreateActivityInput extends OrganizationInput {
  /** 1 to 255 characters; the slug follows from it. */
  readonly name: string
  /** At most 5,000 characters. */
  readonly description?: string | undefined
  /** Uuid of an image that is a file of the organization. */
  readonly imageFileUuid?: string | undefined
  /** An absolute URL, at most 255 characters. */
  readonly websiteUrl?: string | undefined
  /** JSON of the organization's own; returned as it is. */
  readonly additionalData?: Readonly<Record<string, unknown>> | undefined
  /** When the activity begins. Its sessions may lie outside. */
  readonly startTime?: Date | undefined
  /** When it ends. Not before `startTime`. */
  readonly endTime?: Date | undefined
  /** IANA time zone. Default: the organization's. */
  readonly timezone?: string | undefined
  /** The master switch of its doors: `false` closes every session. Default `true`. */
  readonly isSessionCheckinOpen?: boolean
  /** Defaults of its sessions. What you leave out takes the default of all doors. */
  readonly settings?: SentSettings
}

/** Which activities of an organization. */
export interface ListOrganizationActivitiesInput
  extends OrganizationInput,
    PageInput<ActivityOrder> {}

/** Which activities; what you leave out does not matter. */
export interface ListActivitiesInput extends OnBehalfInput, PageInput<ActivityOrder> {
  /** Only activities of this organization. */
  readonly organizationUuid?: string | undefined
  /** Only activities that end after this moment. */
  readonly from?: Date | undefined
  /** Only activities that start before this moment. */
  readonly to?: Date | undefined
  /** Only activities where the caller was admitted, or has a valid ticket. Default `false`. */
  readonly mine?: boolean | undefined
}

/** Which activity is cancelled, and why. */
export interface CancelActivityInput extends ActivityInput {
  /** At most 500 characters. */
  readonly reason?: string | undefined
}

/** What changes of an activity; undefined leaves a field, `null` clears it. */
export interface UpdateActivityInput extends ActivityInput, ActivityChange {
  /** Defaults of its sessions. What you leave out stays. */
  readonly settings?: SentSettings
  /**
   * Whether exactly the settings that you send go to every session that has not ended. Default
   * `false`.
   */
  readonly applyToUpcomingSessions?: boolean | undefined
  /**
   * Whether to change it even though users hold valid tickets that such a session would no longer
   * accept. Without it, `StrandingHolders` says how many. Default `false`.
   */
  readonly confirmStrandingHolders?: boolean | undefined
}

/** Which activity is deleted. */
export interface DeleteActivityInput extends ActivityInput {
  /**
   * Whether to delete it even though users hold valid tickets to it. Without it, `StrandingHolders`
   * says how many. Default `false`.
   */
  readonly confirmStrandingHolders?: boolean | undefined
}
