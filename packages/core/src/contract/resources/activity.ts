import * as z from "zod"
import { dateTime } from "../endpoint.ts"

const settings = {
  requires_ticket: z.boolean(),
  ticket_template_uuid: z.string().nullable(),
  required_entitlement: z.string().nullable(),
  max_attendees: z.int().nullable(),
  enforces_checkin_window: z.boolean(),
  allow_reentry: z.boolean(),
  admits_frozen_cards: z.boolean(),
}

/** An activity on the wire. */
export const Activity = z
  .object({
    uuid: z.string(),
    slug: z.string(),
    name: z.string(),
    description: z.string().nullable(),
    organization_uuid: z.string(),
    image_file_uuid: z.string().nullable(),
    image_file_url: z.string().nullable(),
    website_url: z.string().nullable(),
    additional_data: z.record(z.string(), z.unknown()).nullable(),
    start_time: dateTime.nullable(),
    end_time: dateTime.nullable(),
    is_session_checkin_open: z.boolean(),
    cancelled_at: dateTime.nullable(),
    cancellation_reason: z
      .string()
      .nullable()
      .describe("the reason that was given; null without a cancellation"),
    timezone: z.string().nullable(),
    ...settings,
    created_at: dateTime,
    updated_at: dateTime.nullable(),
  })
  .meta({ id: "Activity" })

/** An activity after a change of it. */
export const ChangedActivity = Activity.extend({
  sessions_updated: z
    .int()
    .nullable()
    .describe(
      "number of sessions that the settings were applied to; null if that was not requested",
    ),
}).meta({ id: "ChangedActivity" })

/** A session on the wire. */
export const Session = z
  .object({
    uuid: z.string(),
    slug: z.string(),
    activity_uuid: z.string().nullable(),
    name: z.string(),
    description: z.string().nullable(),
    start_time: dateTime,
    end_time: dateTime,
    is_checkin_open: z.boolean(),
    cancelled_at: dateTime.nullable(),
    cancellation_reason: z.string().nullable(),
    required_prior_session_uuid: z.string().nullable(),
    series_uuid: z.string().nullable(),
    sequence_number: z.int(),
    ...settings,
    created_at: dateTime,
    updated_at: dateTime.nullable(),
  })
  .meta({ id: "Session" })

const series = {
  uuid: z.string(),
  activity_uuid: z.string(),
  name: z.string(),
  session_count: z.int(),
  upcoming_count: z.int().describe("number of these that are not over"),
  first_start_time: dateTime.nullable(),
  last_start_time: dateTime.nullable(),
  created_at: dateTime,
  updated_at: dateTime.nullable(),
}

/** A session series on the wire. */
export const SessionSeries = z.object(series).meta({ id: "SessionSeries" })

/** A series with its sessions, in the order in which they start. */
export const SessionSeriesDetails = z
  .object({ ...series, sessions: z.array(Session) })
  .meta({ id: "SessionSeriesDetails" })

/** What a batch made. */
export const SessionBatch = z
  .object({ series: SessionSeries, sessions: z.array(Session) })
  .meta({ id: "SessionBatch" })
