import * as z from "zod"
import { reads, writes } from "../access.ts"
import {
  dateTime,
  endpoint,
  flag,
  line,
  listQuery,
  page,
  prose,
  reference,
  uuid,
  webAddress,
} from "../endpoint.ts"
import { limits } from "../../foundation/kernel/limits.ts"
import { isPlainJson } from "../../foundation/kernel/text.ts"
import { isTimeZone } from "../../foundation/kernel/time-zone.ts"
import * as parameters from "../parameters.ts"
import { Activity, ChangedActivity } from "../resources/activity.ts"
import { FileUuid } from "../resources/file.ts"
import { Message } from "../resources/message.ts"

/** Door settings in a body; what is left out takes its default. */
export const doorSettings = {
  requires_ticket: z.boolean().optional(),
  ticket_template_uuid: reference(limits.nameMax, 0).nullable().optional(),
  required_entitlement: z
    .string()
    .regex(
      /^[a-z][a-z0-9_.-]{0,63}$/,
      "is `member`, or a key that tiers can grant: a lower-case word of at most 64 characters",
    )
    .nullable()
    .optional(),
  max_attendees: z.int().min(1).nullable().optional(),
  enforces_checkin_window: z.boolean().optional(),
  allow_reentry: z.boolean().optional(),
  admits_frozen_cards: z.boolean().optional(),
}

const fields = {
  name: line(limits.nameMax, 1).trim().min(1),
  description: prose(limits.descriptionMax).nullable(),
  image_file_uuid: FileUuid,
  website_url: webAddress(limits.nameMax).nullable(),
  additional_data: z
    .record(z.string(), z.unknown())
    .refine(isPlainJson, "holds a character that cannot be kept")
    .nullable(),
  start_time: dateTime.nullable(),
  end_time: dateTime.nullable().describe("after `start_time`"),
  is_session_checkin_open: z
    .boolean()
    .describe("the master switch: false closes the doors of all its sessions"),
  timezone: z
    .string()
    .refine(isTimeZone, "is not an IANA time zone")
    .nullable()
    .describe("null takes the organization's"),
}

const orders = ["created_at", "name", "start_time"] as const

export const listActivities = endpoint({
  id: "listActivities",
  base: "api",
  method: "GET",
  path: "/activities",
  summary:
    "Activities of every organization; a token that acts for an organization sees those of that one.",
  access: reads("activity:read", "UOC"),
  bucket: "read",
  status: 200,
  query: listQuery(orders).extend({
    organization_uuid: uuid().optional(),
    from: dateTime.optional().describe("those that end after it, or have no end"),
    to: dateTime.optional().describe("those that start before it, or have no start"),
    mine: flag.default(false).describe("those where the caller was let in, or has a valid ticket"),
  }),
  response: page(Activity),
  errors: [],
})

export const listOrganizationActivities = endpoint({
  id: "listOrganizationActivities",
  base: "api",
  method: "GET",
  path: "/organizations/{organization_slug}/activities",
  summary: "An organization's activities.",
  access: reads("activity:read", "UOC"),
  bucket: "read",
  status: 200,
  params: z.object(parameters.organization),
  query: listQuery(orders),
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
    name: fields.name,
    description: fields.description,
    image_file_uuid: fields.image_file_uuid.optional(),
    website_url: fields.website_url.optional(),
    additional_data: fields.additional_data.optional(),
    start_time: fields.start_time.optional(),
    end_time: fields.end_time.optional(),
    is_session_checkin_open: fields.is_session_checkin_open.default(true),
    timezone: fields.timezone.optional(),
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

export const updateActivity = endpoint({
  id: "updateActivity",
  base: "api",
  method: "PATCH",
  path: "/activities/{activity_slug}",
  summary: "Changes what is sent of an activity; null clears. The slug stays.",
  description:
    "Door settings are the defaults of sessions made from now on. With `apply_to_upcoming_sessions` exactly those that are sent go to every " +
    "session that has not ended, too, all of them or none: 400 when the ticket gate would be on somewhere with no ticket named, 409 " +
    "`stranding_holders` when somebody holds a valid ticket that such a session would not take any more, unless that is confirmed.",
  access: writes("activity:write", "OC", "manager"),
  bucket: "write",
  status: 200,
  params: z.object(parameters.activity),
  body: z
    .strictObject({
      ...doorSettings,
      ...fields,
      apply_to_upcoming_sessions: z.boolean().describe("false unless sent"),
      confirm_stranding_holders: z.boolean().describe("false unless sent"),
    })
    .partial(),
  response: ChangedActivity,
  errors: ["NotFound", "BadRequest", "StrandingHolders"],
})

export const deleteActivity = endpoint({
  id: "deleteActivity",
  base: "api",
  method: "DELETE",
  path: "/activities/{activity_slug}",
  summary: "Deletes an activity, and its sessions with it; attendance is kept.",
  description:
    "409 `stranding_holders` while there are valid tickets that name it, or are of the template that it or one of its unfinished sessions " +
    "names. The organization's webhooks are told: `activity.deleted`.",
  access: writes("activity:write", "OC", "manager"),
  bucket: "write",
  status: 200,
  params: z.object(parameters.activity),
  query: z.object({ confirm_stranding_holders: flag.default(false) }),
  response: Message,
  errors: ["NotFound", "StrandingHolders"],
})

export const cancelActivity = endpoint({
  id: "cancelActivity",
  base: "api",
  method: "POST",
  path: "/activities/{activity_slug}/cancellation",
  summary:
    "Calls an activity off: none of its sessions admits anybody. 409 when it is cancelled already.",
  access: writes("activity:write", "OC", "manager"),
  bucket: "write",
  status: 200,
  params: z.object(parameters.activity),
  body: z.strictObject({ reason: prose(limits.noteMax).nullable().optional() }),
  response: Activity,
  errors: ["NotFound", "Conflict"],
})

export const withdrawActivityCancellation = endpoint({
  id: "withdrawActivityCancellation",
  base: "api",
  method: "DELETE",
  path: "/activities/{activity_slug}/cancellation",
  summary:
    "Withdraws the cancellation of an activity; sessions that were cancelled on their own stay so. 409 when it is not cancelled.",
  access: writes("activity:write", "OC", "manager"),
  bucket: "write",
  status: 200,
  params: z.object(parameters.activity),
  response: Activity,
  errors: ["NotFound", "Conflict"],
})
