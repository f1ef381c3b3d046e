import { actingUser, type Caller } from "../../foundation/access/caller.ts"
import * as endpoints from "../../contract/endpoints/activities.ts"
import { originOf } from "../../foundation/outbox/event.ts"
import { lockedActivityFor } from "../../sessions/steps.ts"
import { step } from "../../foundation/step.ts"
import { Ports, transact, Tx } from "../../foundation/unit-of-work.ts"
import { recordEvents } from "../../webhooks/steps.ts"
import { activityDeleted } from "../activity-events.ts"
import { deletedActivity } from "../activity-rules.ts"
import type { Activity } from "../activity.ts"
import { strandingOf, templatesOf } from "../stranded.ts"
import type { DeleteActivityInput } from "../inputs.ts"

const deleteActivity = step(function* (caller: Caller, input: DeleteActivityInput) {
  const { ids } = yield* Ports
  return yield* transact(function* (tx, now) {
    const { activity } = yield* lockedActivityFor(
      caller,
      endpoints.deleteActivity.access,
      input.activity,
    )
    if (input.confirmStrandingHolders !== true) yield* refuseStranding(activity, now)
    const deleted = deletedActivity(activity, now)
    yield* tx.activities.change(deleted)
    yield* tx.files.removeOwned(deleted.uuid, now)
    const by = { activity: deleted, byUserUuid: actingUser(caller) }
    yield* recordEvents([activityDeleted(ids.uuid(), by, originOf(caller), now)])
    return deleted
  })
})
export {
  /**
   * Deletes an activity and returns its stored row. From then on the activity and its sessions are
   * not found, and its files are removed. Attendance stays. Its tickets stay too but admit nowhere: if users hold valid
   * tickets, the deletion is refused unless the request confirms it.
   */
  deleteActivity as delete,
}

/**
 * Tickets name an activity by themselves, or are of the template that it or one of its unfinished
 * sessions names.
 */
const refuseStranding = step(function* (activity: Activity, now: Date) {
  const tx = yield* Tx
  const sessions = yield* tx.sessions.lockUnfinished(activity.uuid, now)
  const named = {
    rewardTemplateUuids: templatesOf([activity, ...sessions]),
    activityUuid: activity.uuid,
  }
  const stranding = strandingOf(sessions, yield* tx.tickets.countValid(named))
  if (stranding !== undefined) return yield* stranding
})
