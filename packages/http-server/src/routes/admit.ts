import {
  type AdmissionRequest,
  type Caller,
  IdempotencyConflict,
  IdentifierUnresolved,
  Invalid,
  type Symbolon,
  toEnvelope,
} from "@symbolon/core"
import { type resources, sessions as endpoints } from "@symbolon/core/contract"
import { admission } from "@symbolon/core/effect"
import type * as z from "zod"
import { dateOrUndefined } from "../decode/date.ts"
import { encodeAdmission } from "../encode/door.ts"
import { directRoute } from "../route.ts"

/** One tap, or up to a hundred in the order they are sent, each judged alone (decisions, section 4). */
export const admitRoute = directRoute(endpoints.admit, async (input, symbolon, caller) => {
  const door = { session: input.session_slug, symbolon, caller }
  if (!("admissions" in input)) return judge(door, input)
  const results = []
  for (const request of input.admissions) results.push(await judge(door, request).catch(refusedAlone))
  return { results }
})

interface Door {
  readonly session: string
  readonly symbolon: Symbolon
  readonly caller: Caller
}

const judge = async ({ session, symbolon, caller }: Door, request: z.output<typeof resources.AdmissionRequest>) =>
  encodeAdmission(await symbolon.run(admission.admit(caller, { session, request: decodeAdmission(request) })))

const decodeAdmission = (request: z.output<typeof resources.AdmissionRequest>): AdmissionRequest => ({
  identifier: request.identifier,
  idempotencyKey: request.idempotency_key,
  occurredAt: dateOrUndefined(request.occurred_at),
  isOffline: request.offline,
  manifestVersion: request.manifest_version ?? undefined,
})

/** What is wrong with one tap of a list is said in its place; what is wrong with the call ends it. */
const refusedAlone = (reason: unknown): { error: Record<string, unknown> } => {
  if (reason instanceof IdentifierUnresolved || reason instanceof IdempotencyConflict || reason instanceof Invalid)
    return { error: { ...toEnvelope(reason).body } }
  throw reason
}
