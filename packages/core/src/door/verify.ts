import { decodeBase64url } from "./base64url.ts"
import { canonicalJson } from "./canonical.ts"
import { type Ed25519Host, verifyEd25519 } from "./ed25519.ts"
import { readInstant } from "./instant.ts"
import { CHECKIN_MANIFEST_TYPE, type CheckinManifest } from "./manifest.ts"
import { isCheckinManifest, isRecord } from "./manifest-shape.ts"
import { findPayload } from "./scan.ts"
import type { TrustKeys } from "./trust-keys.ts"
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

/** A manifest whose signature holds, or why it is not taken. */
export type ManifestVerification =
  | { readonly ok: true; readonly manifest: CheckinManifest; readonly key_id: string; readonly signature: string }
  | { readonly ok: false; readonly code: "manifest_malformed" | "manifest_untrusted"; readonly message: string }

interface SignedText {
  readonly text: string
  /** The UTF-8 bytes of `text`. */
  readonly bytes: Uint8Array
  readonly key_id: string
  readonly signature: string
}

/**
 * Verifies a manifest response: its raw text (preferred) or the parsed object.
 *
 * The signature is checked over the RFC 8785 bytes of the payload, and exactly these bytes are then parsed, unknown
 * members included. In a raw text the payload's own slice is taken as it stands when it is canonical already, which
 * spares writing it again; only a raw text can be searched for members that come twice. `manifest_untrusted` is a
 * matter of keys, signature, type or session, `manifest_malformed` one of form. Freshness is the caller's to judge.
 * Never throws. Source: reference/01 sections 5.1, 5.2 and 5.7.
 */
export const verifyManifest = (response: unknown, trust: ManifestTrust): ManifestVerification => {
  const signed = signedText(response, trust.max_length ?? MAX_RESPONSE_LENGTH)
  if (signed === null) return malformed("The response is no well-formed manifest envelope.")
  const key = trust.keys.get(signed.key_id)
  if (key === undefined) return untrusted("The key is not one that this door trusts.")
  const signature = decodeBase64url(signed.signature)
  if (signature === null || !verifyEd25519(signature, signed.bytes, key.public_key, trust.host)) {
    return untrusted("The signature does not hold.")
  }
  const payload: unknown = JSON.parse(signed.text)
  if (!isRecord(payload) || payload.type !== CHECKIN_MANIFEST_TYPE) return untrusted("What is signed is not a manifest.")
  if (!isCheckinManifest(payload)) return malformed("The payload lacks a member, or one has the wrong form.")
  const generatedAt = readInstant(payload.generated_at)
  if (generatedAt < key.not_before || generatedAt >= key.not_after) return untrusted("The key was not in use at generated_at.")
  if (trust.session_uuid !== undefined && payload.session_uuid !== trust.session_uuid) {
    return untrusted("The manifest is another session's.")
  }
  return { ok: true, manifest: payload, key_id: signed.key_id, signature: signed.signature }
}

/** Null for whatever cannot be read; the reasons differ in nothing that a door could act on. */
const signedText = (response: unknown, maxLength: number): SignedText | null => {
  try {
    return typeof response === "string" ? fromText(response, maxLength) : fromObject(response, maxLength)
  } catch {
    return null
  }
}

const fromText = (text: string, maxLength: number): SignedText | null => {
  if (text.length > maxLength) return null
  const { start, end, canonical } = findPayload(text)
  // Slice and surroundings parse on their own, which together proves that the whole text is JSON.
  const envelope: unknown = JSON.parse(`${text.slice(0, start)}null${text.slice(end)}`)
  const payload = text.slice(start, end)
  return signedOf(envelope, canonical ? payload : canonicalJson(JSON.parse(payload)))
}

const fromObject = (response: unknown, maxLength: number): SignedText | null => {
  if (!isRecord(response) || !isRecord(response.payload)) return null
  const text = canonicalJson(response.payload)
  return text.length > maxLength ? null : signedOf(response, text)
}

const signedOf = (envelope: unknown, text: string): SignedText | null =>
  isRecord(envelope) && typeof envelope.key_id === "string" && typeof envelope.signature === "string"
    ? { text, bytes: encodeUtf8(text), key_id: envelope.key_id, signature: envelope.signature }
    : null

const malformed = (message: string): ManifestVerification => ({ ok: false, code: "manifest_malformed", message })

const untrusted = (message: string): ManifestVerification => ({ ok: false, code: "manifest_untrusted", message })
