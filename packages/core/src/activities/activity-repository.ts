import type { Page, PageRequest } from "../kernel/page.ts"
import type { Activity } from "./activity.ts"

/** Activities; their slugs are unique in the deployment. */
export interface ActivityRepository {
  /** `false` when the slug is taken. */
  readonly add: (activity: Activity) => Promise<boolean>
  /** By slug or uuid. */
  readonly find: (slugOrUuid: string) => Promise<Activity | undefined>
  readonly list: (organizationUuid: string, page: PageRequest<"created_at" | "name" | "start_time">) => Promise<Page<Activity>>
}
