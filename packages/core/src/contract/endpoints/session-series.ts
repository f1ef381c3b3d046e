import * as z from "zod"
import { limits } from "../../foundation/kernel/limits.ts"
import { reads, writes } from "../access.ts"
import { dateTime, endpoint, line, listQuery, page } from "../endpoint.ts"
import * as parameters from "../parameters.ts"
import { SessionBatch, SessionSeries, SessionSeriesDetails } from "../resources/activity.ts"
import { newSession } from "./sessions.ts"

const times = { start_time: dateTime, end_time: dateTime }

const recurrence = z
  .strictObject({
    ...times,
    frequency: z.enum(["daily", "weekly", "monthly"]),
    interval: z
      .int()
      .min(1)
      .max(limits.recurrenceIntervalMax)
      .default(1)
      .describe("every how many days, weeks or months"),
    weekdays: z
      .array(z.enum(["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"]))
      .min(1)
      .max(7)
      .optional()
      .describe(
        "for `weekly` alone; left out, it is the day of start_time. Weeks begin on Monday.",
      ),
    count: z.int().min(1).max(limits.sessionsPerBatchMax).optional(),
    until: dateTime.optional().describe("no session starts after it"),
  })
  .refine(({ count, until }) => (count === undefined) !== (until === undefined), {
    path: ["count"],
    message: "exactly one of count and until is needed",
  })
  .describe(
    "Repeats one session on the wall clock of the activity's zone, else the organization's, else UTC: whatever the offset, it begins and ends " +
      "at the same time of the day. A time that a day skips moves forward by what was skipped, one that it repeats is the first. A month " +
      "without the day has none.",
  )

export const createSessionBatch = endpoint({
  id: "createSessionBatch",
  base: "api",
  method: "POST",
  path: "/activities/{activity_slug}/sessions/batch",
  summary:
    "Makes a run of sessions and the series that they are, all or none; settings left out are copied from the activity.",
  description: `Between 1 and ${limits.sessionsPerBatchMax} of them, by exactly one of \`dates\` and \`recurrence\`; a call is charged once, however many they are.`,
  access: writes("session:write", "OC", "manager"),
  bucket: "expensive",
  status: 201,
  params: z.object(parameters.activity),
  body: z
    .strictObject({
      ...newSession,
      series_name: line(limits.nameMax, 1)
        .trim()
        .min(1)
        .optional()
        .describe("left out, it is the name of the sessions"),
      dates: z.array(z.strictObject(times)).min(1).max(limits.sessionsPerBatchMax).optional(),
      recurrence: recurrence.optional(),
    })
    .refine(({ dates, recurrence: rule }) => (dates === undefined) !== (rule === undefined), {
      path: ["dates"],
      message: "exactly one of dates and recurrence is needed",
    }),
  response: SessionBatch,
  errors: ["NotFound", "BadRequest"],
})

export const listSessionSeries = endpoint({
  id: "listSessionSeries",
  base: "api",
  method: "GET",
  path: "/activities/{activity_slug}/session-series",
  summary: "The series of an activity, each with its sessions counted.",
  access: reads("session:read", "UOC"),
  bucket: "read",
  status: 200,
  params: z.object(parameters.activity),
  query: listQuery(["created_at", "name"]),
  response: page(SessionSeries),
  errors: ["NotFound"],
})

export const getSessionSeries = endpoint({
  id: "getSessionSeries",
  base: "api",
  method: "GET",
  path: "/activities/{activity_slug}/session-series/{series_uuid}",
  summary: "One series with its sessions, in the order in which they start.",
  access: reads("session:read", "UOC"),
  bucket: "read",
  status: 200,
  params: z.object({ ...parameters.activity, ...parameters.series }),
  response: SessionSeriesDetails,
  errors: ["NotFound"],
})
