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

/** Specification, "Activity". */
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
    timezone: z.string().nullable(),
    ...settings,
    created_at: dateTime,
    updated_at: dateTime.nullable(),
  })
  .meta({ id: "Activity" })

/** Specification, "Session". */
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
    required_prior_session_uuid: z.string().nullable(),
    series_uuid: z.string().nullable(),
    sequence_number: z.int(),
    ...settings,
    created_at: dateTime,
    updated_at: dateTime.nullable(),
  })
  .meta({ id: "Session" })
