import type {
  ActivityInput,
  OrganizationInput,
  PageInput,
  SessionInput,
} from "../foundation/kernel/inputs.ts"
import type { Recurrence, Span } from "./calendar.ts"
import type { SentSession } from "./session-change.ts"
import type { SentSettings } from "./settings.ts"

/** What lists of sessions are ordered by. */
export type SessionOrder = "start_time" | "created_at"

/** What every new session has. */
export interface NewSession {
  /** 1 to 255 characters; the slug follows from it. */
  readonly name: string
  /** At most 5,000 characters. */
  readonly description?: string | undefined
  /** In whole seconds. */
  readonly startTime: Date
  /** In whole seconds, after `startTime`. */
  readonly endTime: Date
  /** `false` closes the door. Default `true`. */
  readonly isCheckinOpen?: boolean
  /** What you leave out is copied from the activity, or takes the default of all doors. */
  readonly settings?: SentSettings
}

/** A new session of an activity. */
export interface CreateSessionInput extends ActivityInput, NewSession {
  /** Uuid of an earlier session of the activity that a user must have attended. */
  readonly requiredPriorSessionUuid?: string | undefined
}

/** A new session of an organization, in no activity. */
export interface CreateStandaloneSessionInput extends OrganizationInput, NewSession {}

/** A run of sessions: give exactly one of `dates` and `recurrence`. */
export interface CreateSessionBatchInput extends ActivityInput {
  /** The name of every session, 1 to 255 characters. */
  readonly name: string
  /** The description of every session, at most 5,000 characters. */
  readonly description?: string | undefined
  /** The name of the series. Default: `name`. */
  readonly seriesName?: string | undefined
  /** `false` closes the doors. Default `true`. */
  readonly isCheckinOpen?: boolean | undefined
  /** What you leave out is copied from the activity. */
  readonly settings?: SentSettings
  /** When each session is held; at most 366. */
  readonly dates?: readonly Span[] | undefined
  /** A rule, on the clock of the activity's time zone, else the organization's, else UTC. */
  readonly recurrence?: Recurrence | undefined
}

/** What changes of a session; undefined leaves a field, `null` clears it. */
export interface UpdateSessionInput extends SessionInput, SentSession {
  /** What you leave out stays. */
  readonly settings?: SentSettings
  /**
   * Whether to change its ticket even though users hold the one that was accepted until now.
   * Without it, `StrandingHolders` says how many. Default `false`.
   */
  readonly confirmStrandingHolders?: boolean | undefined
}

/** Which session is cancelled, and why. */
export interface CancelSessionInput extends SessionInput {
  /** At most 500 characters. */
  readonly reason?: string | undefined
}

/** Which sessions of an activity. */
export interface ListActivitySessionsInput extends ActivityInput, PageInput<SessionOrder> {
  /** `true`: only sessions that have not ended. `false`: only those that have. */
  readonly isUpcoming?: boolean | undefined
  /** Only sessions of this series. */
  readonly seriesUuid?: string | undefined
}

/** Which sessions of an organization. */
export interface ListOrganizationSessionsInput extends OrganizationInput, PageInput<SessionOrder> {
  /** Only sessions that end after this moment. */
  readonly from?: Date | undefined
  /** Only sessions that start before this moment. */
  readonly to?: Date | undefined
  /** Only sessions of no activity (`true`), or of one (`false`). */
  readonly isStandalone?: boolean | undefined
}

/** Which series of an activity. */
export interface ListSeriesInput extends ActivityInput, PageInput<"created_at" | "name"> {}

/** Names a series of an activity. */
export interface SeriesInput extends ActivityInput {
  /** Uuid of the series. */
  readonly seriesUuid: string
}
