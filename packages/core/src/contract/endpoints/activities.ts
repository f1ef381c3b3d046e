import * as z from "zod"
import { reads, writes } from "../access.ts"
import {
  dateTime,
  endpoint,
  flag,
  line,
  listQuery,
  ownJson,
  page,
  prose,
  reference,
  uuid,
  webAddress,
} from "../endpoint.ts"
import { limits } from "../../foundation/kernel/limits.ts"
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
      "must be `member` or a key that tiers can grant: a lower-case word of at most 64 characters",
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
  additional_data: ownJson().nullable(),
  start_time: dateTime.nullable(),
  end_time: dateTime.nullable().describe("after `start_time`"),
  is_session_checkin_open: z.boolean().describe("false closes the doors of all its sessions"),
  timezone: z
    .string()
    .refine(isTimeZone, "is not an IANA time zone")
    .nullable()
    .describe("null means the organization's time zone"),
}

const orders = ["created_at", "name", "start_time"] as const

export const listActivities = endpoint({
  name: "activities.list",
  base: "api",
  method: "GET",
  path: "/activities",
  summary:
    "Lists the activities of all organizations. An org-scoped token sees only those of its organization.",
  access: reads("activity:read", "UOC"),
  bucket: "read",
  status: 200,
  query: listQuery(orders).extend({
    organization_uuid: uuid().optional(),
    from: dateTime.optional().describe("only activities that end after this time, or have no end"),
    to: dateTime
      .optional()
      .describe("only activities that start before this time, or have no start"),
    mine: flag
      .default(false)
      .describe(
        "`true`: only activities where the caller was admitted or has a valid ticket; `false`: all",
      ),
  }),
  response: page(Activity),
  errors: [],
})

export const listForOrganization = endpoint({
  name: "activities.listForOrganization",
  base: "api",
  method: "GET",
  path: "/organizations/{organization_slug}/activities",
  summary: "Lists an organization's activities.",
  access: reads("activity:read", "UOC"),
  bucket: "read",
  status: 200,
  params: z.object(parameters.organization),
  query: listQuery(orders),
  response: page(Activity),
  errors: ["NotFound"],
})

export const createActivity = endpoint({
  name: "activities.create",
  base: "api",
  method: "POST",
  path: "/organizations/{organization_slug}/activities",
  summary: "Creates an activity. Its door settings are the defaults of its sessions.",
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
  name: "activities.get",
  base: "api",
  method: "GET",
  path: "/activities/{activity_slug}",
  summary: "Returns an activity.",
  access: reads("activity:read", "UOC"),
  bucket: "read",
  status: 200,
  params: z.object(parameters.activity),
  response: Activity,
  errors: ["NotFound"],
})

export const updateActivity = endpoint({
  name: "activities.update",
  base: "api",
  method: "PATCH",
  path: "/activities/{activity_slug}",
  summary:
    "Updates the fields of an activity that are sent; null clears a field. The slug does not change.",
  description:
    "Door settings are the defaults of new sessions. With `apply_to_upcoming_sessions`, the settings that are sent also apply to every " +
    "session that has not ended, all or none. 400 if the ticket gate of a session would be on without a ticket, 409 " +
    "`stranding_holders` if a session would no longer accept a valid ticket that a person holds, unless that is confirmed.",
  access: writes("activity:write", "OC", "manager"),
  bucket: "write",
  status: 200,
  params: z.object(parameters.activity),
  body: z
    .strictObject({
      ...doorSettings,
      ...fields,
      apply_to_upcoming_sessions: z.boolean().describe("default: false"),
      confirm_stranding_holders: z.boolean().describe("default: false"),
    })
    .partial(),
  response: ChangedActivity,
  errors: ["NotFound", "BadRequest", "StrandingHolders"],
})

export const deleteActivity = endpoint({
  name: "activities.delete",
  base: "api",
  method: "DELETE",
  path: "/activities/{activity_slug}",
  summary: "Deletes an activity and its sessions. The attendance is kept.",
  description:
    "409 `stranding_holders` while valid tickets name it or belong to the template that it or one of its unfinished sessions " +
    "names. The organization's webhooks get `activity.deleted`.",
  access: writes("activity:write", "OC", "manager"),
  bucket: "write",
  status: 200,
  params: z.object(parameters.activity),
  query: z.object({ confirm_stranding_holders: flag.default(false) }),
  response: Message,
  errors: ["NotFound", "StrandingHolders"],
})

export const cancel = endpoint({
  name: "activities.cancel",
  base: "api",
  method: "POST",
  path: "/activities/{activity_slug}/cancellation",
  summary:
    "Cancels an activity. None of its sessions admits anyone. 409 if it is already cancelled.",
  access: writes("activity:write", "OC", "manager"),
  bucket: "write",
  status: 200,
  params: z.object(parameters.activity),
  body: z.strictObject({ reason: prose(limits.noteMax).nullable().optional() }),
  response: Activity,
  errors: ["NotFound", "Conflict"],
})

export const withdrawCancellation = endpoint({
  name: "activities.withdrawCancellation",
  base: "api",
  method: "DELETE",
  path: "/activities/{activity_slug}/cancellation",
  summary:
    "Withdraws the cancellation of an activity. Sessions that were cancelled themselves stay cancelled. 409 if it is not cancelled.",
  access: writes("activity:write", "OC", "manager"),
  bucket: "write",
  status: 200,
  params: z.object(parameters.activity),
  response: Activity,
  errors: ["NotFound", "Conflict"],
})
