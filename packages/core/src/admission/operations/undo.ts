import { actingUser, type Caller } from "../../foundation/access/caller.ts"
import * as endpoints from "../../contract/endpoints/attendance.ts"
import { Conflict, NotFound } from "../../foundation/errors/refusals.ts"
import { noteRosterChange } from "../../manifest/rosters/steps.ts"
import { sessionFor } from "../../sessions/steps.ts"
import { step } from "../../foundation/step.ts"
import { transact } from "../../foundation/unit-of-work.ts"
import { openAttendance } from "../steps/attendance.ts"
import { hasUndisputedSeat } from "../seats.ts"
import { settleSeatsBehind } from "../steps/seats.ts"
import { usersOf } from "../steps/users.ts"
import { writeWaiting } from "../steps/waiting.ts"
import type { AttendanceInput } from "../inputs.ts"
import type { PresenceView } from "./session-attendees.ts"

/**
 * Undoes an attendance; the record stays, with who undid it and when. The seat is free at once, and
 * the person may be admitted again. A key that admitted them before still returns its first answer.
 * `Conflict` if the attendance is undone already.
 */
export const undoAdmission = step(function* (caller: Caller, input: AttendanceInput) {
  return yield* transact(function* (tx, now) {
    const { session: found } = yield* sessionFor(
      caller,
      endpoints.undoAdmission.access,
      input.session,
    )
    const session =
      (yield* tx.sessions.lock(found.uuid)) ?? (yield* new NotFound({ what: "session" }))
    const presence = yield* tx.presences.byUuid(input.attendance)
    if (presence === undefined || presence.sessionUuid !== session.uuid)
      return yield* new NotFound({ what: "attendance" })
    const undone = { ...presence, undoneAt: now, undoneBy: actingUser(caller) }
    if (!(yield* tx.presences.undo(presence, undone.undoneAt, undone.undoneBy)))
      return yield* new Conflict({
        reason: "already_undone",
        message: "This admission was already undone.",
      })
    const attendance = yield* openAttendance(session, {
      walletAddresses: [],
      keys: [],
    })
    yield* settleSeatsBehind(attendance, presence, hasUndisputedSeat(presence))
    yield* writeWaiting(attendance.waiting)
    const users = yield* usersOf([presence])
    yield* noteRosterChange(session.organizationUuid, [
      presence.walletAddress,
      ...attendance.changedWallets,
    ])
    const view: PresenceView = { presence: undone, user: users.get(presence.userUuid ?? "") }
    return view
  })
})
