import type { Page, PageRequest } from "../foundation/kernel/page.ts"
import type { Session } from "./session.ts"

/**
 * Whose sessions are listed: an activity's, or an organization's but for those of deleted
 * activities.
 */
export type SessionsOf = { readonly activityUuid: string } | { readonly organizationUuid: string }

/** Which of them; what is left out does not matter. */
export interface SessionFilter {
  /** Those that end after this moment. */
  readonly endsAfter?: Date | undefined
  /** Those that end at this moment or before it. */
  readonly endsBy?: Date | undefined
  /** Those that start before this moment. */
  readonly startsBefore?: Date | undefined
  readonly seriesUuid?: string | undefined
  /** Whether they are of no activity. */
  readonly isStandalone?: boolean | undefined
}

/** Sessions; their slugs are unique in the deployment. */
export interface SessionRepository {
  /** `false` when the slug is taken. */
  readonly add: (session: Session) => Promise<boolean>
  /** Adds all of them; rejects when a slug is taken: see {@link takenSlugs}. */
  readonly addAll: (sessions: readonly Session[]) => Promise<void>
  /** Those of `slugs` that a session has already. */
  readonly takenSlugs: (slugs: readonly string[]) => Promise<readonly string[]>
  /**
   * Writes all fields of all of them, in as few statements as the engine can; rejects when one is
   * not there. Slugs never change.
   */
  readonly changeAll: (sessions: readonly Session[]) => Promise<void>
  /**
   * The activity's sessions that end after `at`, in the order of their uuids, locked like
   * {@link lock}.
   */
  readonly lockUnfinished: (activityUuid: string, at: Date) => Promise<readonly Session[]>
  /** By slug or uuid. */
  readonly find: (slugOrUuid: string) => Promise<Session | undefined>
  /** Many at once by uuid, in no order; unknown uuids are left out. */
  readonly findAll: (uuids: readonly string[]) => Promise<readonly Session[]>
  /**
   * Finds a session by uuid and locks it until the transaction ends. A transaction that counts its
   * seats or changes it locks it first.
   */
  readonly lock: (uuid: string) => Promise<Session | undefined>
  readonly list: (
    of: SessionsOf & SessionFilter,
    page: PageRequest<"start_time" | "created_at">,
  ) => Promise<Page<Session>>
  /**
   * Of the sessions that require this one to have been attended, the one that starts first (ties by
   * uuid).
   */
  readonly firstRequiring: (uuid: string) => Promise<Session | undefined>
  /**
   * The highest sequence number among the activity's sessions of no series; 0 when there are none.
   */
  readonly lastNumber: (activityUuid: string) => Promise<number>
}
