import { type AdmissionRequest, toEnvelope } from "@symbolon/core"
import { type resources, sessions as endpoints } from "@symbolon/core/contract"
import { mapAnswer, sessions } from "@symbolon/core/effect"
import type * as z from "zod"
import { dateOrUndefined } from "../decode/date.ts"
import { encodeAdmission } from "../encode/door.ts"
import { route } from "../route.ts"

/** One tap, or up to a hundred in the order they are sent, each judged alone. */
export const admitRoute = route(endpoints.admit, (input, caller) => {
  const { session_slug: session } = input
  if (!("admissions" in input))
    return mapAnswer(
      sessions.admit(caller, { session, request: decodeAdmission(input) }),
      encodeAdmission,
    )
  const requests = input.admissions.map(decodeAdmission)
  return mapAnswer(sessions.admitBatch(caller, { session, requests }), (outcomes) => ({
    // A refused tap of a list has its error in its place. A refused call rejects.
    results: outcomes.map((outcome) =>
      "decision" in outcome ? encodeAdmission(outcome) : { error: { ...toEnvelope(outcome).body } },
    ),
  }))
})

const decodeAdmission = (
  request: z.output<typeof resources.AdmissionRequest>,
): AdmissionRequest => ({
  identifier: request.identifier,
  idempotencyKey: request.idempotency_key,
  occurredAt: dateOrUndefined(request.occurred_at),
  isOffline: request.offline,
  manifestVersion: request.manifest_version ?? undefined,
  deviceReference: request.device_reference ?? undefined,
})
