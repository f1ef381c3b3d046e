import type { Page, PageRequest } from "../foundation/kernel/page.ts"
import type { Organization } from "../organizations/organization.ts"
import type { Session } from "../sessions/session.ts"
import type { Activity } from "./activity.ts"

/** Which activities are asked for: those that every part of it is true of. */
export interface ActivitiesOf {
  readonly organizationUuid?: string | undefined
  /**
   * Takes place after it: ends later, or has no end. With `from` or `to`, one that has neither
   * start nor end takes place at no time.
   */
  readonly from?: Date | undefined
  /** Takes place before it: starts earlier, or has no start. */
  readonly to?: Date | undefined
  /**
   * A wallet of theirs is present at one of its sessions, or holds a valid ticket to it: one that
   * names the activity, or is of the template that the activity or one of its sessions names.
   */
  readonly userUuid?: string | undefined
}

/** A session with what stands over it, as far as that is there. */
export interface SessionWithParents {
  readonly session: Session
  readonly organization: Organization | undefined
  readonly activity: Activity | undefined
}

/**
 * Activities; their slugs are unique in the deployment. A deleted one is answered by no verb and
 * keeps its slug; a list has none of a deleted organization.
 */
export interface ActivityRepository {
  /** `false` when the slug is taken. */
  readonly add: (activity: Activity) => Promise<boolean>
  /** By slug or uuid. */
  readonly find: (slugOrUuid: string) => Promise<Activity | undefined>
  /**
   * A session by slug or uuid with its organization and its activity, each undefined once it is
   * deleted or where there is none.
   */
  readonly findWithSession: (slugOrUuid: string) => Promise<SessionWithParents | undefined>
  /** Many at once by uuid, in no order; unknown and deleted ones are left out. */
  readonly findAll: (uuids: readonly string[]) => Promise<readonly Activity[]>
  /**
   * By uuid, locked until the transaction ends: for a transaction that changes it, or makes
   * sessions of it. In a read it is only read.
   */
  readonly lock: (uuid: string) => Promise<Activity | undefined>
  /** Writes the row over the one of the same uuid; `false` when there is none, or it is deleted. */
  readonly change: (activity: Activity) => Promise<boolean>
  readonly list: (
    of: ActivitiesOf,
    page: PageRequest<"created_at" | "name" | "start_time">,
  ) => Promise<Page<Activity>>
}
