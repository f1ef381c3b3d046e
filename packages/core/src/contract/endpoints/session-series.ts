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
      .describe("the interval in days, weeks or months"),
    weekdays: z
      .array(z.enum(["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"]))
      .min(1)
      .max(7)
      .optional()
      .describe("only for `weekly`; if omitted, the day of start_time. Weeks begin on Monday."),
    count: z.int().min(1).max(limits.sessionsPerBatchMax).optional(),
    until: dateTime.optional().describe("the latest start of a session"),
  })
  .refine(({ count, until }) => (count === undefined) !== (until === undefined), {
    path: ["count"],
    message: "send exactly one of count and until",
  })
  .describe(
    "Repeats a session in the activity's time zone, or else the organization's, or else UTC: it begins and ends " +
      "at the same wall-clock time. A time that a day skips moves forward by the gap; of a repeated time, the first counts. A month " +
      "without the day has no session.",
  )

export const createBatch = endpoint({
  name: "sessions.createBatch",
  base: "api",
  method: "POST",
  path: "/activities/{activity_slug}/sessions/batch",
  summary:
    "Creates several sessions and their series, all or none. Omitted settings are copied from the activity.",
  description: `Creates 1 to ${limits.sessionsPerBatchMax} sessions, by exactly one of \`dates\` and \`recurrence\`. A call counts once against the rate limit.`,
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
        .describe("if omitted, the name of the sessions"),
      dates: z.array(z.strictObject(times)).min(1).max(limits.sessionsPerBatchMax).optional(),
      recurrence: recurrence.optional(),
    })
    .refine(({ dates, recurrence: rule }) => (dates === undefined) !== (rule === undefined), {
      path: ["dates"],
      message: "send exactly one of dates and recurrence",
    }),
  response: SessionBatch,
  errors: ["NotFound", "BadRequest"],
})

export const listSeries = endpoint({
  name: "sessions.listSeries",
  base: "api",
  method: "GET",
  path: "/activities/{activity_slug}/session-series",
  summary: "Lists the series of an activity with their number of sessions.",
  access: reads("session:read", "UOC"),
  bucket: "read",
  status: 200,
  params: z.object(parameters.activity),
  query: listQuery(["created_at", "name"]),
  response: page(SessionSeries),
  errors: ["NotFound"],
})

export const getSeries = endpoint({
  name: "sessions.getSeries",
  base: "api",
  method: "GET",
  path: "/activities/{activity_slug}/session-series/{series_uuid}",
  summary: "Returns a series with its sessions, in order of start.",
  access: reads("session:read", "UOC"),
  bucket: "read",
  status: 200,
  params: z.object({ ...parameters.activity, ...parameters.series }),
  response: SessionSeriesDetails,
  errors: ["NotFound"],
})
