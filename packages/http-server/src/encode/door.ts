import type { AdmissionAnswer, IssuedManifest, VerifyingKey } from "@symbolon/core"
import type { resources } from "@symbolon/core/contract"
import type * as z from "zod"
import { type Telling, verbatim } from "../route.ts"
import { instant, instantOrNull } from "./instant.ts"

/** Specification, "Check-in manifest response": the payload goes out in the very bytes that were signed. */
export const tellManifest = (issued: IssuedManifest): Telling<z.output<typeof resources.CheckinManifest>> => {
  const text = `{"payload":${issued.text},"key_id":${JSON.stringify(issued.keyId)},"signature":${JSON.stringify(issued.signature)},"delta_cursor":null}`
  return verbatim(text, { etag: `"${issued.sessionUuid}.${issued.manifestVersion}"`, "cache-control": "private, no-cache" })
}

/** The public keys that verify manifests. */
export const encodeTrustKeys = (keys: readonly VerifyingKey[]): z.output<typeof resources.TrustKeys> => ({
  keys: keys.map((key) => ({
    key_id: key.keyId,
    algorithm: "Ed25519",
    public_key: key.publicKey,
    purpose: "checkin_manifest",
    not_before: instant(key.notBefore),
    not_after: instantOrNull(key.notAfter),
    status: key.status,
  })),
})

/** What the door is told. */
export const encodeAdmission = (answer: AdmissionAnswer): z.output<typeof resources.AdmissionResult> => ({
  decision: answer.decision,
  blocked_reason: answer.blockedReason ?? null,
  disputed_reason: answer.disputedReason ?? null,
  reentry: answer.isReentry,
  replayed: answer.isReplayed,
  attendance_uuid: answer.attendanceUuid ?? null,
  wallet_address: answer.walletAddress,
  first_admitted_at: instantOrNull(answer.firstAdmittedAt),
  occurred_at: instant(answer.occurredAt),
  recorded_at: instant(answer.recordedAt),
  seat: answer.seat,
  details: Object.keys(answer.details).length === 0 ? null : answer.details,
})
