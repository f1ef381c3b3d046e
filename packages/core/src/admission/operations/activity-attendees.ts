import type { Caller } from "../../foundation/access/caller.ts"
import type { User } from "../../accounts/user.ts"
import * as endpoints from "../../contract/endpoints/attendance.ts"
import { activityFor } from "../../sessions/steps.ts"
import { listing } from "../../foundation/listing.ts"
import { read } from "../../foundation/unit-of-work.ts"
import type { Attendance } from "../presence-repository.ts"
import { usersOf } from "../steps/users.ts"
import type { ListActivityAttendeesInput } from "../inputs.ts"
import type { Page } from "../../foundation/kernel/page.ts"

/**
 * A person at the sessions of an activity: `user` is undefined for a card without a holder, or an
 * account that was deleted.
 */
export interface AttendanceView {
  readonly attendance: Attendance
  readonly user: User | undefined
}

/** Lists the people who attended the sessions of an activity, each once. */
export const listAttendees = listing(function* (caller: Caller, input: ListActivityAttendeesInput) {
  return yield* read(function* (tx, now) {
    const { activity } = yield* activityFor(
      caller,
      endpoints.listActivityAttendees.access,
      input.activity,
    )
    const { items, totalItems } = yield* tx.presences.ofActivity(
      { activityUuid: activity.uuid, at: now },
      input.page,
    )
    const users = yield* usersOf(items)
    const views: Page<AttendanceView> = {
      items: items.map((attendance) => ({
        attendance,
        user: users.get(attendance.userUuid ?? ""),
      })),
      totalItems,
    }
    return views
  })
})
