import { Effect } from "effect"
import type { Caller } from "../../foundation/access/caller.ts"
import * as endpoints from "../../contract/endpoints/activities.ts"
import { lockedActivityFor } from "../../sessions/steps.ts"
import { step } from "../../foundation/step.ts"
import { transact } from "../../foundation/unit-of-work.ts"
import { cancelledActivity, uncancelledActivity } from "../activity-rules.ts"
import { permitTexts } from "../../foundation/errors/permit-texts.ts"
import type { CancelActivityInput } from "../inputs.ts"
import type { ActivityInput } from "../../foundation/kernel/inputs.ts"

/** Cancels an activity. None of its sessions admits people until the cancellation is withdrawn. */
export const cancel = step(function* (
  caller: Caller,
  { activity: path, reason }: CancelActivityInput,
) {
  yield* Effect.fromResult(permitTexts({ prose: { reason } }))
  return yield* transact(function* (tx, now) {
    const { activity: before } = yield* lockedActivityFor(caller, endpoints.cancel.access, path)
    const cancelled = yield* Effect.fromResult(cancelledActivity(before, reason, now))
    yield* tx.activities.change(cancelled)
    return cancelled
  })
})

/**
 * Withdraws the cancellation of an activity. Sessions that were cancelled themselves stay
 * cancelled.
 */
export const withdrawCancellation = step(function* (caller: Caller, input: ActivityInput) {
  return yield* transact(function* (tx, now) {
    const { activity: before } = yield* lockedActivityFor(
      caller,
      endpoints.withdrawCancellation.access,
      input.activity,
    )
    const back = yield* Effect.fromResult(uncancelledActivity(before, now))
    yield* tx.activities.change(back)
    return back
  })
})
