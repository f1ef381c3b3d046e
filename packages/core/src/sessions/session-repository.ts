import type { Page, PageRequest } from "../kernel/page.ts"
import type { Session } from "./session.ts"

/** Sessions; their slugs are unique in the deployment. */
export interface SessionRepository {
  /** `false` when the slug is taken. */
  readonly add: (session: Session) => Promise<boolean>
  /** By slug or uuid. */
  readonly find: (slugOrUuid: string) => Promise<Session | undefined>
  /** The same, locked until the transaction ends: whoever counts its seats holds it. */
  readonly lock: (uuid: string) => Promise<Session | undefined>
  readonly list: (activityUuid: string, page: PageRequest<"start_time" | "created_at">) => Promise<Page<Session>>
  /** How many sessions the activity has. */
  readonly countOf: (activityUuid: string) => Promise<number>
}
