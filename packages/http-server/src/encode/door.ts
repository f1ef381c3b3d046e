import type { AdmissionAnswer, IssuedManifest, ServiceKey } from "@symbolon/core"
import type { resources } from "@symbolon/core/contract"
import type * as z from "zod"
import { instant, orNull } from "./primitives.ts"

/** Specification, "Check-in manifest response", as text: the signed bytes go out exactly as they were signed. */
export const encodeManifest = (issued: IssuedManifest): string =>
  `{"payload":${issued.text},"key_id":${JSON.stringify(issued.keyId)},"signature":${JSON.stringify(issued.signature)},"delta_cursor":null}`

/** The keys that verify manifests. */
export const encodeTrustKeys = (keys: readonly ServiceKey[]): z.output<typeof resources.TrustKeys> => ({
  keys: keys.map((key) => ({
    key_id: key.keyId,
    algorithm: "Ed25519",
    public_key: key.publicKey,
    purpose: "checkin_manifest",
    not_before: key.notBefore.toISOString(),
    not_after: instant(key.notAfter),
    status: key.status,
  })),
})

/** What the door is told. */
export const encodeAdmission = (answer: AdmissionAnswer): z.output<typeof resources.AdmissionResult> => ({
  decision: answer.decision,
  blocked_reason: orNull(answer.blockedReason),
  disputed_reason: orNull(answer.disputedReason),
  reentry: answer.isReentry,
  replayed: answer.isReplayed,
  attendance_uuid: orNull(answer.attendanceUuid),
  wallet_address: answer.walletAddress,
  first_admitted_at: instant(answer.firstAdmittedAt),
  occurred_at: answer.occurredAt.toISOString(),
  recorded_at: answer.recordedAt.toISOString(),
  seat: answer.seat,
  details: Object.keys(answer.details).length === 0 ? null : { ...answer.details },
})
