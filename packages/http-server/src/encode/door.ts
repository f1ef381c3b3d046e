import type { AdmissionAnswer, SignedPayload, TrustKey } from "@symbolon/core"
import type { resources } from "@symbolon/core/contract"
import type * as z from "zod"
import { type ReplyWithMeta, verbatim } from "../route.ts"
import { instant, instantOrNull } from "./instant.ts"

/** The payload goes out in the very bytes that were signed. */
export const encodeManifest = (
  signed: SignedPayload,
): ReplyWithMeta<z.output<typeof resources.CheckinManifest>> => signedReply(signed, "delta_cursor")

/** Encodes a signed delta. */
export const encodeDelta = (
  signed: SignedPayload,
): ReplyWithMeta<z.output<typeof resources.CheckinManifestDelta>> =>
  signedReply(signed, "next_cursor")

const signedReply = <Output>(
  { pieces, deltaCursor, keyId, signature, sessionUuid, manifestVersion }: SignedPayload,
  cursor: string,
): ReplyWithMeta<Output> => {
  const behind = `,"key_id":${JSON.stringify(keyId)},"signature":${JSON.stringify(signature)},"${cursor}":${JSON.stringify(deltaCursor ?? null)}}`
  return verbatim([beforePayload, ...pieces, Buffer.from(behind)], {
    etag: `"${sessionUuid}.${manifestVersion}"`,
    "cache-control": "private, no-cache",
  })
}

const beforePayload = Buffer.from('{"payload":')

/** The public keys that verify manifests. */
export const encodeTrustKeys = (
  keys: readonly TrustKey[],
): z.output<typeof resources.TrustKeys> => ({
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

/** Encodes the answer to a tap. */
export const encodeAdmission = (
  answer: AdmissionAnswer,
): z.output<typeof resources.AdmissionResult> => ({
  decision: answer.decision,
  blocked_reason: answer.blockedReason ?? null,
  disputed_reason: answer.disputedReason ?? null,
  reentry: answer.isReentry,
  replayed: answer.isReplayed,
  attendance_uuid: answer.attendanceUuid ?? null,
  wallet_address: answer.walletAddress ?? null,
  first_admitted_at: instantOrNull(answer.firstAdmittedAt),
  occurred_at: instant(answer.occurredAt),
  recorded_at: instant(answer.recordedAt),
  seat: answer.seat,
  details: Object.keys(answer.details).length === 0 ? null : answer.details,
})
