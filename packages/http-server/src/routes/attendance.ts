import { attendance as endpoints } from "@symbolon/core/contract"
import { activities, sessions } from "@symbolon/core/effect"
import { Effect } from "effect"
import { encodeActivityAttendee, encodeAttendee } from "../encode/attendance.ts"
import { encodeAdmission } from "../encode/door.ts"
import { encodePage, pageRequest } from "../encode/page.ts"
import { route, type Route } from "../route.ts"

/** Routes of attendance and self check-in. */
export const attendanceRoutes: readonly Route[] = [
  route(endpoints.checkIn, (input, caller) =>
    Effect.map(
      sessions.checkIn(caller, {
        session: input.session_slug,
        idempotencyKey: input.idempotency_key,
      }),
      encodeAdmission,
    ),
  ),
  route(endpoints.listSessionAttendees, (input, caller, imageUrl) =>
    Effect.map(
      sessions.listAttendees(caller, {
        session: input.session_slug,
        isUndone: input.status === "undone",
        isDisputed: input.disputed,
        page: pageRequest(input),
      }),
      (page) => encodePage(input, page, encodeAttendee(imageUrl)),
    ),
  ),
  route(endpoints.listActivityAttendees, (input, caller, imageUrl) =>
    Effect.map(
      activities.listAttendees(caller, { activity: input.activity_slug, page: pageRequest(input) }),
      (page) => encodePage(input, page, encodeActivityAttendee(imageUrl)),
    ),
  ),
  route(endpoints.undoAdmission, (input, caller, imageUrl) =>
    Effect.map(
      sessions.undoAdmission(caller, {
        session: input.session_slug,
        attendance: input.attendance_uuid,
      }),
      encodeAttendee(imageUrl),
    ),
  ),
]
