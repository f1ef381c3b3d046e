import * as z from "zod"
import { reads, writes } from "../access.ts"
import {
  anyText,
  dateTime,
  endpoint,
  flag,
  line,
  listQuery,
  page,
  prose,
  reference,
  uuid,
} from "../endpoint.ts"
import { limits } from "../../foundation/kernel/limits.ts"
import * as parameters from "../parameters.ts"
import { Session } from "../resources/activity.ts"
import {
  AdmissionList,
  AdmissionRequest,
  AdmissionResult,
  AdmissionResults,
  CheckinManifest,
  CheckinManifestDelta,
  TrustKeys,
} from "../resources/door.ts"
import { doorSettings } from "./activities.ts"

/** What is said of any new session. */
export const newSession = {
  ...doorSettings,
  name: line(limits.nameMax, 1).trim().min(1),
  description: prose(limits.descriptionMax).nullable().optional(),
  is_checkin_open: z.boolean().default(true),
}

const times = { start_time: dateTime, end_time: dateTime }

const prior = reference().describe(
  "uuid of another session of the same activity, which starts before this one and must have been attended",
)

export const listActivitySessions = endpoint({
  id: "listActivitySessions",
  base: "api",
  method: "GET",
  path: "/activities/{activity_slug}/sessions",
  summary: "The sessions of an activity.",
  access: reads("session:read", "UOC"),
  bucket: "read",
  status: 200,
  params: z.object(parameters.activity),
  query: listQuery(["start_time", "created_at"]).extend({
    upcoming: flag.optional().describe("`true`: only those that are not over"),
    series_uuid: uuid().optional(),
  }),
  response: page(Session),
  errors: ["NotFound"],
})

export const createSession = endpoint({
  id: "createSession",
  base: "api",
  method: "POST",
  path: "/activities/{activity_slug}/sessions",
  summary: "Makes one session; settings left out are copied from the activity.",
  access: writes("session:write", "OC", "manager"),
  bucket: "write",
  status: 201,
  params: z.object(parameters.activity),
  body: z.strictObject({
    ...newSession,
    ...times,
    required_prior_session_uuid: prior.nullable().optional(),
  }),
  response: Session,
  errors: ["NotFound", "BadRequest"],
})

export const getSession = endpoint({
  id: "getSession",
  base: "api",
  method: "GET",
  path: "/sessions/{session_slug}",
  summary: "One session.",
  access: reads("session:read", "UOC"),
  bucket: "read",
  status: 200,
  params: z.object(parameters.session),
  response: Session,
  errors: ["NotFound"],
})

export const updateSession = endpoint({
  id: "updateSession",
  base: "api",
  method: "PATCH",
  path: "/sessions/{session_slug}",
  summary: "Changes what is sent of a session; null clears. The slug stays.",
  description:
    "A session that is over keeps its times and settings (400), but for an end that moves later. In another activity it takes the next " +
    "sequence number there and leaves its series; it cannot take a ticket along that belongs to the activity it leaves. Sessions that " +
    "require one another start one after the other. 409 with `details.reason`: `ticket_of_activity`, `required_by_session`, " +
    "`moved_meanwhile`.",
  access: writes("session:write", "OC", "manager"),
  bucket: "write",
  status: 200,
  params: z.object(parameters.session),
  body: z
    .strictObject({
      ...newSession,
      ...times,
      is_checkin_open: z.boolean(),
      activity_uuid: reference()
        .nullable()
        .describe("null takes it out of its activity; left out, it stays where it is"),
      required_prior_session_uuid: prior.nullable(),
      confirm_stranding_holders: z
        .boolean()
        .describe(
          "whether the ticket may change though somebody holds the one that was good until now",
        ),
    })
    .partial(),
  response: Session,
  errors: ["NotFound", "BadRequest", "Conflict", "StrandingHolders"],
})

export const listOrganizationSessions = endpoint({
  id: "listOrganizationSessions",
  base: "api",
  method: "GET",
  path: "/organizations/{organization_slug}/sessions",
  summary: "An organization's sessions, those of its activities among them.",
  access: reads("session:read", "UOC"),
  bucket: "read",
  status: 200,
  params: z.object(parameters.organization),
  query: listQuery(["start_time", "created_at"]).extend({
    from: dateTime.optional().describe("only those that end after it"),
    to: dateTime.optional().describe("only those that start before it"),
    standalone: flag
      .optional()
      .describe("`true`: only those of no activity; `false`: only those of one"),
  }),
  response: page(Session),
  errors: ["NotFound"],
})

export const createStandaloneSession = endpoint({
  id: "createStandaloneSession",
  base: "api",
  method: "POST",
  path: "/organizations/{organization_slug}/sessions",
  summary: "Makes a session of no activity; settings left out take their defaults.",
  access: writes("session:write", "OC", "manager"),
  bucket: "write",
  status: 201,
  params: z.object(parameters.organization),
  body: z.strictObject({ ...newSession, ...times }),
  response: Session,
  errors: ["NotFound", "BadRequest"],
})

export const cancelSession = endpoint({
  id: "cancelSession",
  base: "api",
  method: "POST",
  path: "/sessions/{session_slug}/cancellation",
  summary:
    "Cancels a session: it admits nobody and takes no new seats. It is kept, and so is who was admitted.",
  description: "409 with `details.reason`: `finished`, `already_cancelled`.",
  access: writes("session:write", "OC", "manager"),
  bucket: "write",
  status: 200,
  params: z.object(parameters.session),
  body: z.strictObject({ reason: prose(limits.noteMax).nullable().optional() }),
  response: Session,
  errors: ["NotFound", "Conflict"],
})

export const withdrawSessionCancellation = endpoint({
  id: "withdrawSessionCancellation",
  base: "api",
  method: "DELETE",
  path: "/sessions/{session_slug}/cancellation",
  summary: "Withdraws the cancellation of a session that is not over.",
  description: "409 with `details.reason`: `finished`, `not_cancelled`.",
  access: writes("session:write", "OC", "manager"),
  bucket: "write",
  status: 200,
  params: z.object(parameters.session),
  response: Session,
  errors: ["NotFound", "Conflict"],
})

export const getCheckinManifest = endpoint({
  id: "getCheckinManifest",
  base: "api",
  method: "GET",
  path: "/sessions/{session_slug}/checkin-manifest",
  summary: "The signed roster a door needs to admit offline.",
  access: reads("session:attendees:read", "OCD", "door"),
  bucket: "read+expensive",
  status: 200,
  alsoAnswers: {
    304: { description: "The manifest is still the one whose `ETag` was sent in `If-None-Match`" },
  },
  params: z.object(parameters.session),
  response: CheckinManifest,
  errors: ["NotFound", "LedgerUnavailable"],
})

export const getCheckinManifestDelta = endpoint({
  id: "getCheckinManifestDelta",
  base: "api",
  method: "GET",
  path: "/sessions/{session_slug}/checkin-manifest/delta",
  summary: "What changed since a manifest or a delta, signed.",
  description:
    "For walk-in sessions and for rosters of members. 410 `resync_required`: fetch the whole manifest. A delta has a version of its own and goes out from the one that its cursor came with.",
  access: reads("session:attendees:read", "OCD", "door"),
  bucket: "read+expensive",
  status: 200,
  params: z.object(parameters.session),
  query: z.object({ cursor: anyText }),
  response: CheckinManifestDelta,
  errors: ["NotFound", "ResyncRequired", "LedgerUnavailable"],
})

export const getTrustKeys = endpoint({
  id: "getCheckinTrustKeys",
  base: "api",
  method: "GET",
  path: "/sessions/{session_slug}/checkin-manifest/trust-keys",
  summary: "The public keys that verify manifests.",
  access: reads("session:read", "UOCD"),
  bucket: "read",
  status: 200,
  params: z.object(parameters.session),
  response: TrustKeys,
  errors: ["NotFound"],
})

export const admit = endpoint({
  id: "admit",
  base: "api",
  method: "POST",
  path: "/sessions/{session_slug}/admit",
  summary:
    "Judges a tap, or takes over what a door judged offline. Refusals are answers: `decision: blocked`.",
  access: writes("session:admit", "OCD", "door"),
  bucket: "expensive",
  status: 200,
  params: z.object(parameters.session),
  body: z.union([AdmissionRequest, AdmissionList]),
  response: z.union([AdmissionResult, AdmissionResults]),
  errors: ["NotFound", "IdentifierUnresolved", "IdempotencyConflict"],
})
