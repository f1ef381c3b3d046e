import { attendance as endpoints } from "@symbolon/core/contract"
import { mapAnswer, activities, sessions } from "@symbolon/core/effect"
import { encodeActivityAttendee, encodeAttendee } from "../encode/attendance.ts"
import { encodeAdmission } from "../encode/door.ts"
import { encodePage, pageRequest } from "../encode/page.ts"
import { route, type Route } from "../route.ts"

/** Routes of attendance and self check-in. */
export const attendanceRoutes: readonly Route[] = [
  route(endpoints.checkIn, (input, caller) =>
    mapAnswer(
      sessions.checkIn(caller, {
        session: input.session_slug,
        idempotencyKey: input.idempotency_key,
      }),
      encodeAdmission,
    ),
  ),
  route(endpoints.listSessionAttendees, (input, caller, imageUrl) =>
    mapAnswer(
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
    mapAnswer(
      activities.listAttendees(caller, { activity: input.activity_slug, page: pageRequest(input) }),
      (page) => encodePage(input, page, encodeActivityAttendee(imageUrl)),
    ),
  ),
  route(endpoints.undoAdmission, (input, caller, imageUrl) =>
    mapAnswer(
      sessions.undoAdmission(caller, {
        session: input.session_slug,
        attendance: input.attendance_uuid,
      }),
      encodeAttendee(imageUrl),
    ),
  ),
]
