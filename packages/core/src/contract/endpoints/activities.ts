import * as z from "zod"
import { reads, writes } from "../access.ts"
import { dateTime, endpoint, listQuery, page, text } from "../endpoint.ts"
import { limits } from "../../kernel/limits.ts"
import { isPlainJson, isPlainText } from "../../kernel/text.ts"
import { isTimeZone } from "../../kernel/time-zone.ts"
import * as parameters from "../parameters.ts"
import { Activity } from "../resources/activity.ts"

/** Door settings in a body; what is left out takes its default. */
export const doorSettings = {
  requires_ticket: z.boolean().optional(),
  ticket_template_uuid: text(limits.nameMax).nullable().optional(),
  required_entitlement: text(64, 1).nullable().optional(),
  max_attendees: z.int().min(1).nullable().optional(),
  enforces_checkin_window: z.boolean().optional(),
  allow_reentry: z.boolean().optional(),
  admits_frozen_cards: z.boolean().optional(),
}

export const listActivities = endpoint({
  id: "listOrganizationActivities",
  base: "api",
  method: "GET",
  path: "/organizations/{organization_slug}/activities",
  summary: "An organization's activities.",
  access: reads("activity:read", "UOC"),
  bucket: "read",
  status: 200,
  params: z.object(parameters.organization),
  query: listQuery(["created_at", "name", "start_time"]),
  response: page(Activity),
  errors: ["NotFound"],
})

export const createActivity = endpoint({
  id: "createActivity",
  base: "api",
  method: "POST",
  path: "/organizations/{organization_slug}/activities",
  summary: "Makes an activity; its door settings are the defaults of its sessions.",
  access: writes("activity:write", "OC", "manager"),
  bucket: "write",
  status: 201,
  params: z.object(parameters.organization),
  body: z.strictObject({
    ...doorSettings,
    name: text(limits.nameMax, 1).trim().min(1),
    description: text(limits.descriptionMax).nullable(),
    website_url: z.url().refine(isPlainText, "holds a character that cannot be kept").max(limits.nameMax).nullable().optional(),
    additional_data: z.record(z.string(), z.unknown()).refine(isPlainJson, "holds a character that cannot be kept").nullable().optional(),
    start_time: dateTime.nullable().optional(),
    end_time: dateTime.nullable().optional(),
    is_session_checkin_open: z.boolean().default(true),
    timezone: z.string().refine(isTimeZone, "is not an IANA time zone").nullable().optional(),
  }),
  response: Activity,
  errors: ["NotFound", "BadRequest"],
})

export const getActivity = endpoint({
  id: "getActivity",
  base: "api",
  method: "GET",
  path: "/activities/{activity_slug}",
  summary: "One activity.",
  access: reads("activity:read", "UOC"),
  bucket: "read",
  status: 200,
  params: z.object(parameters.activity),
  response: Activity,
  errors: ["NotFound"],
})
