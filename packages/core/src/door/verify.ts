import { decodeBase64url } from "./base64url.ts"
import { canonicalJson } from "./canonical.ts"
import { type Ed25519Host, verifyEd25519 } from "./ed25519.ts"
import { readInstant } from "./instant.ts"
import {
  CHECKIN_DELTA_TYPE,
  CHECKIN_MANIFEST_TYPE,
  type CheckinManifest,
  type CheckinManifestDelta,
} from "./manifest.ts"
import { isCheckinManifest, isCheckinManifestDelta, isRecord } from "./manifest-shape.ts"
import { parseDistinct } from "./members.ts"
import type { TrustKey, TrustKeys } from "./trust-keys.ts"
import { encodeUtf8 } from "./utf8.ts"

/** The longest response that is read, in UTF-16 units; about 119,000 holders. */
export const MAX_RESPONSE_LENGTH = 16 * 1024 * 1024

/** What a verification depends on besides the response. */
export interface ManifestTrust {
  readonly keys: TrustKeys
  /** When given, the only session whose manifest is taken. */
  readonly session_uuid?: string | undefined
  /** Default {@link MAX_RESPONSE_LENGTH}. */
  readonly max_length?: number | undefined
  readonly host?: Ed25519Host | undefined
}

/**
 * Why a response is not taken: `manifest_untrusted` is a matter of keys, signature, type or
 * session, `manifest_malformed` one of form.
 */
export interface ResponseRefusal {
  readonly ok: false
  readonly code: "manifest_malformed" | "manifest_untrusted"
  /** What was amiss, in a word or two for a log. */
  readonly message: string
}

/** A manifest whose signature holds, or why it is not taken. */
export type ManifestVerification =
  | {
      readonly ok: true
      readonly manifest: CheckinManifest
      readonly key_id: string
      readonly signature: string
    }
  | ResponseRefusal

/** A delta whose signature holds, or why it is not taken. */
export type DeltaVerification =
  | {
      readonly ok: true
      readonly delta: CheckinManifestDelta
      readonly key_id: string
      readonly signature: string
    }
  | ResponseRefusal

/**
 * Verifies a manifest response: its raw text (preferred) or the parsed object.
 *
 * The signature is checked over the RFC 8785 bytes of the payload, and exactly these bytes are then
 * parsed, unknown members included. Only a raw text can be searched for members that come twice.
 * Freshness is the caller's to judge. Never throws. Source: docs/door-protocol.md#loading.
 */
export const verifyManifest = (response: unknown, trust: ManifestTrust): ManifestVerification => {
  const verified = verifyAs(response, trust, CHECKIN_MANIFEST_TYPE, isCheckinManifest)
  return verified.ok
    ? {
        ok: true,
        manifest: verified.payload,
        key_id: verified.key_id,
        signature: verified.signature,
      }
    : verified
}

/**
 * Verifies a delta response in the same way. Whether it fits the manifest at hand, `planDelta`
 * tells. Never throws.
 */
export const verifyDelta = (response: unknown, trust: ManifestTrust): DeltaVerification => {
  const verified = verifyAs(response, trust, CHECKIN_DELTA_TYPE, isCheckinManifestDelta)
  return verified.ok
    ? { ok: true, delta: verified.payload, key_id: verified.key_id, signature: verified.signature }
    : verified
}

/** An envelope whose signature holds, and the key that made it. */
export interface SignedEnvelope {
  readonly key: TrustKey
  readonly key_id: string
  readonly signature: string
}

/**
 * The envelope around `bytes`, the canonical payload; a refusal when its key or signature is not to
 * be trusted.
 */
export const checkSignature = (
  envelope: unknown,
  bytes: Uint8Array,
  trust: ManifestTrust,
): SignedEnvelope | ResponseRefusal => {
  if (
    !isRecord(envelope) ||
    typeof envelope.key_id !== "string" ||
    typeof envelope.signature !== "string"
  )
    return NOT_AN_ENVELOPE
  const { key_id: keyId, signature } = envelope
  const key = trust.keys.get(keyId)
  if (key === undefined) return untrusted("unknown key")
  const decoded = decodeBase64url(signature)
  return decoded !== null && verifyEd25519(decoded, bytes, key.public_key, trust.host)
    ? { key, key_id: keyId, signature }
    : untrusted("signature")
}

/**
 * A signed payload as what it has to be: its type and shape, its session, and a key that was in use
 * when it was made.
 */
export const acceptPayload = <
  A extends { readonly generated_at: string; readonly session_uuid: string },
>(
  payload: unknown,
  { key, key_id, signature }: SignedEnvelope,
  trust: ManifestTrust,
  type: string,
  isShape: (value: unknown) => value is A,
):
  | { readonly ok: true; readonly payload: A; readonly key_id: string; readonly signature: string }
  | ResponseRefusal => {
  if (!isRecord(payload) || payload.type !== type) return untrusted("type")
  if (!isShape(payload)) return malformed("member")
  const generatedAt = readInstant(payload.generated_at)
  if (generatedAt < key.not_before || generatedAt >= key.not_after) return untrusted("key dates")
  if (trust.session_uuid !== undefined && payload.session_uuid !== trust.session_uuid)
    return untrusted("session")
  return { ok: true, payload, key_id, signature }
}

/** A refusal for a matter of form. */
export const malformed = (message: string): ResponseRefusal => ({
  ok: false,
  code: "manifest_malformed",
  message,
})

const untrusted = (message: string): ResponseRefusal => ({
  ok: false,
  code: "manifest_untrusted",
  message,
})

const NOT_AN_ENVELOPE = malformed("envelope")

const verifyAs = <A extends { readonly generated_at: string; readonly session_uuid: string }>(
  response: unknown,
  trust: ManifestTrust,
  type: string,
  isShape: (value: unknown) => value is A,
) => {
  const read = readEnvelope(response, trust.max_length ?? MAX_RESPONSE_LENGTH)
  if (read === null) return NOT_AN_ENVELOPE
  const signed = checkSignature(read.envelope, read.bytes, trust)
  return "key" in signed
    ? acceptPayload(JSON.parse(read.text), signed, trust, type, isShape)
    : signed
}

interface Envelope {
  readonly envelope: unknown
  /** The canonical payload. */
  readonly text: string
  /** The UTF-8 bytes of `text`. */
  readonly bytes: Uint8Array
}

/** Null for whatever cannot be read; the reasons differ in nothing that a door could act on. */
const readEnvelope = (response: unknown, maxLength: number): Envelope | null => {
  try {
    const isText = typeof response === "string"
    if (isText && response.length > maxLength) return null
    const envelope: unknown = isText ? parseDistinct(response) : response
    if (!isRecord(envelope) || !isRecord(envelope.payload)) return null
    const text = canonicalJson(envelope.payload)
    return text.length > maxLength ? null : { envelope, text, bytes: encodeUtf8(text) }
  } catch {
    return null
  }
}
