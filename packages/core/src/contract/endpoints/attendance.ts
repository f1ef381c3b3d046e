import * as z from "zod"
import { reads, writes } from "../access.ts"
import { endpoint, flag, listQuery, page, text } from "../endpoint.ts"
import { limits } from "../../foundation/kernel/limits.ts"
import * as parameters from "../parameters.ts"
import { ActivityAttendee, Attendee } from "../resources/attendance.ts"
import { AdmissionResult } from "../resources/door.ts"

export const checkIn = endpoint({
  name: "sessions.checkIn",
  isSafeToRepeat: true,
  base: "api",
  method: "POST",
  path: "/sessions/{session_slug}/check-in",
  summary:
    "Checks the caller in, by the rules of the door. A refusal is an answer: `decision: blocked`.",
  description:
    "Safe to repeat with the same key. A position is accepted but not stored, because sessions have no location.",
  access: writes("session:check_in", "U"),
  bucket: "write",
  status: 200,
  params: z.object(parameters.session),
  body: z.strictObject({
    idempotency_key: text(limits.idempotencyKeyMax, 1),
    position: z
      .strictObject({
        latitude: z.number().min(-90).max(90),
        longitude: z.number().min(-180).max(180),
      })
      .nullable()
      .optional(),
  }),
  response: AdmissionResult,
  errors: ["NotFound", "BadRequest", "IdentifierUnresolved", "IdempotencyConflict"],
})

export const listSessionAttendees = endpoint({
  name: "sessions.listAttendees",
  base: "api",
  method: "GET",
  path: "/sessions/{session_slug}/attendees",
  summary: "Lists the people present at a session.",
  description:
    "With `status=undone`, lists people whose admission was undone. `created_at` sorts as `recorded_at` does.",
  access: reads("session:attendees:read", "OC", "staff"),
  bucket: "read",
  status: 200,
  params: z.object(parameters.session),
  query: listQuery(["first_admitted_at", "recorded_at", "created_at"]).extend({
    status: z.enum(["present", "undone"]).default("present"),
    disputed: flag
      .optional()
      .describe("`true`: only disputed people; `false`: only undisputed ones"),
  }),
  response: page(Attendee),
  errors: ["NotFound"],
})

export const listActivityAttendees = endpoint({
  name: "activities.listAttendees",
  base: "api",
  method: "GET",
  path: "/activities/{activity_slug}/attendees",
  summary: "Lists the people who were present at the sessions of an activity, each person once.",
  description: "`created_at` sorts as `first_admitted_at` does.",
  access: reads("session:attendees:read", "OC", "staff"),
  bucket: "read",
  status: 200,
  params: z.object(parameters.activity),
  query: listQuery(["first_admitted_at", "last_admitted_at", "sessions_attended", "created_at"]),
  response: page(ActivityAttendee),
  errors: ["NotFound"],
})

export const undoAdmission = endpoint({
  name: "sessions.undoAdmission",
  base: "api",
  method: "DELETE",
  path: "/sessions/{session_slug}/attendees/{attendance_uuid}",
  summary:
    "Undoes an admission. The seat becomes free, and the person may be admitted again. The admission stays in the list of undone ones.",
  access: writes("session:admit", "OC", "staff"),
  bucket: "write",
  status: 200,
  params: z.object({ ...parameters.session, ...parameters.attendance }),
  response: Attendee,
  errors: ["NotFound", "Conflict"],
})
