import * as z from "zod"
import { reads, writes } from "../access.ts"
import { dateTime, endpoint, listQuery, page, text } from "../endpoint.ts"
import { limits } from "../../kernel/limits.ts"
import * as parameters from "../parameters.ts"
import { Session } from "../resources/activity.ts"
import { AdmissionList, AdmissionRequest, AdmissionResult, AdmissionResults, CheckinManifest, TrustKeys } from "../resources/door.ts"
import { doorSettings } from "./activities.ts"

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
  query: listQuery(["start_time", "created_at"]),
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
    ...doorSettings,
    name: text(limits.nameMax, 1).trim().min(1),
    description: text(limits.descriptionMax).nullable().optional(),
    start_time: dateTime,
    end_time: dateTime,
    is_checkin_open: z.boolean().default(true),
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

export const getCheckinManifest = endpoint({
  id: "getCheckinManifest",
  base: "api",
  method: "GET",
  path: "/sessions/{session_slug}/checkin-manifest",
  summary: "The signed roster a door needs to admit offline.",
  access: reads("session:attendees:read", "OCD", "door"),
  bucket: "read+expensive",
  status: 200,
  params: z.object(parameters.session),
  response: CheckinManifest,
  errors: ["NotFound"],
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
  summary: "Judges a tap, or takes over what a door judged offline. Refusals are answers: `decision: blocked`.",
  access: writes("session:admit", "OCD", "door"),
  bucket: "expensive",
  status: 200,
  params: z.object(parameters.session),
  body: z.union([AdmissionRequest, AdmissionList]),
  response: z.union([AdmissionResult, AdmissionResults]),
  errors: ["NotFound", "IdentifierUnresolved", "IdempotencyConflict"],
})
