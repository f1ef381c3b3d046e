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
  "uuid of an earlier session of the same activity that the person must have attended",
)

export const listForActivity = endpoint({
  name: "sessions.listForActivity",
  base: "api",
  method: "GET",
  path: "/activities/{activity_slug}/sessions",
  summary: "Lists the sessions of an activity.",
  access: reads("session:read", "UOC"),
  bucket: "read",
  status: 200,
  params: z.object(parameters.activity),
  query: listQuery(["start_time", "created_at"]).extend({
    upcoming: flag
      .optional()
      .describe("`true`: only sessions that are not over; `false`: only sessions that are over"),
    series_uuid: uuid().optional(),
  }),
  response: page(Session),
  errors: ["NotFound"],
})

export const createSession = endpoint({
  name: "sessions.create",
  base: "api",
  method: "POST",
  path: "/activities/{activity_slug}/sessions",
  summary: "Creates a session. Omitted settings are copied from the activity.",
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
  name: "sessions.get",
  base: "api",
  method: "GET",
  path: "/sessions/{session_slug}",
  summary: "Returns a session.",
  access: reads("session:read", "UOC"),
  bucket: "read",
  status: 200,
  params: z.object(parameters.session),
  response: Session,
  errors: ["NotFound"],
})

export const updateSession = endpoint({
  name: "sessions.update",
  base: "api",
  method: "PATCH",
  path: "/sessions/{session_slug}",
  summary:
    "Updates the fields of a session that are sent; null clears a field. The slug does not change.",
  description:
    "After its end, you cannot change its times and settings (400), except to move the end later. In another activity it gets the next " +
    "sequence number and leaves its series. Its ticket must not belong to the activity that it leaves. A session that " +
    "requires a prior session must start after it. 409 with `details.reason`: `ticket_of_activity`, `required_by_session`, " +
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
        .describe("null removes it from its activity; if omitted, the activity does not change"),
      required_prior_session_uuid: prior.nullable(),
      confirm_stranding_holders: z
        .boolean()
        .describe("confirms that the ticket may change although people hold the former one"),
    })
    .partial(),
  response: Session,
  errors: ["NotFound", "BadRequest", "Conflict", "StrandingHolders"],
})

export const listForOrganization = endpoint({
  name: "sessions.listForOrganization",
  base: "api",
  method: "GET",
  path: "/organizations/{organization_slug}/sessions",
  summary: "Lists an organization's sessions, including those of its activities.",
  access: reads("session:read", "UOC"),
  bucket: "read",
  status: 200,
  params: z.object(parameters.organization),
  query: listQuery(["start_time", "created_at"]).extend({
    from: dateTime.optional().describe("only sessions that end after this time"),
    to: dateTime.optional().describe("only sessions that start before this time"),
    standalone: flag
      .optional()
      .describe("`true`: only sessions without an activity; `false`: only sessions of an activity"),
  }),
  response: page(Session),
  errors: ["NotFound"],
})

export const createStandalone = endpoint({
  name: "sessions.createStandalone",
  base: "api",
  method: "POST",
  path: "/organizations/{organization_slug}/sessions",
  summary: "Creates a session without an activity. Omitted settings have their defaults.",
  access: writes("session:write", "OC", "manager"),
  bucket: "write",
  status: 201,
  params: z.object(parameters.organization),
  body: z.strictObject({ ...newSession, ...times }),
  response: Session,
  errors: ["NotFound", "BadRequest"],
})

export const cancel = endpoint({
  name: "sessions.cancel",
  base: "api",
  method: "POST",
  path: "/sessions/{session_slug}/cancellation",
  summary:
    "Cancels a session. It admits no one and takes no new seats. The session and its attendance are kept.",
  description: "409 with `details.reason`: `finished`, `already_cancelled`.",
  access: writes("session:write", "OC", "manager"),
  bucket: "write",
  status: 200,
  params: z.object(parameters.session),
  body: z.strictObject({ reason: prose(limits.noteMax).nullable().optional() }),
  response: Session,
  errors: ["NotFound", "Conflict"],
})

export const withdrawCancellation = endpoint({
  name: "sessions.withdrawCancellation",
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

export const checkinManifest = endpoint({
  name: "sessions.checkinManifest",
  textMethod: "checkinManifestText",
  base: "api",
  method: "GET",
  path: "/sessions/{session_slug}/checkin-manifest",
  summary: "Returns the signed roster that a door needs to admit people offline.",
  access: reads("session:attendees:read", "OCD", "door"),
  bucket: "read+expensive",
  status: 200,
  alsoAnswers: {
    304: { description: "The manifest still has the `ETag` that was sent in `If-None-Match`" },
  },
  params: z.object(parameters.session),
  response: CheckinManifest,
  errors: ["NotFound", "LedgerUnavailable"],
})

export const checkinManifestDelta = endpoint({
  name: "sessions.checkinManifestDelta",
  textMethod: "checkinManifestDeltaText",
  base: "api",
  method: "GET",
  path: "/sessions/{session_slug}/checkin-manifest/delta",
  summary: "Returns the signed changes since a manifest or a delta.",
  description:
    "For walk-in sessions and for rosters of members. 410 `resync_required`: fetch the whole manifest. A delta has its own version. It applies to the version that its cursor came with.",
  access: reads("session:attendees:read", "OCD", "door"),
  bucket: "read+expensive",
  status: 200,
  params: z.object(parameters.session),
  query: z.object({ cursor: anyText }),
  response: CheckinManifestDelta,
  errors: ["NotFound", "ResyncRequired", "LedgerUnavailable"],
})

export const checkinTrustKeys = endpoint({
  name: "sessions.checkinTrustKeys",
  base: "api",
  method: "GET",
  path: "/sessions/{session_slug}/checkin-manifest/trust-keys",
  summary: "Lists the public keys that verify manifests.",
  access: reads("session:read", "UOCD"),
  bucket: "read",
  status: 200,
  params: z.object(parameters.session),
  response: TrustKeys,
  errors: ["NotFound"],
})

export const admit = endpoint({
  name: "sessions.admit",
  base: "api",
  method: "POST",
  path: "/sessions/{session_slug}/admit",
  summary:
    "Decides a tap, or accepts an admission that a door decided offline. A refusal is an answer: `decision: blocked`.",
  access: writes("session:admit", "OCD", "door"),
  bucket: "expensive",
  status: 200,
  params: z.object(parameters.session),
  body: z.union([AdmissionRequest, AdmissionList]),
  response: z.union([AdmissionResult, AdmissionResults]),
  errors: ["NotFound", "IdentifierUnresolved", "IdempotencyConflict"],
})
