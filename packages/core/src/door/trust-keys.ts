import { decodeBase64url } from "./base64url.ts"
import { readInstant } from "./instant.ts"
import { isRecord } from "./manifest-shape.ts"

/** The purpose a key must be published for to sign manifests. */
export const CHECKIN_MANIFEST_PURPOSE = "checkin_manifest"

/** One entry of `GET /sessions/{session_slug}/checkin-manifest/trust-keys`. */
export interface PublishedTrustKey {
  readonly key_id: string
  readonly algorithm: string
  /** The raw 32 bytes, base64url without padding. */
  readonly public_key: string
  readonly purpose: string
  /** Inclusive start of the time in which the key signs; null for no bound. */
  readonly not_before: string | null
  /** Exclusive end of the time in which the key signs; null for no bound. */
  readonly not_after: string | null
  /** `retired` and `revoked` withdraw a key at once; with every other status its dates decide. */
  readonly status: string
}

/** The body of the trust-keys endpoint, and the `trustKeys` of a door. */
export interface PublishedTrustKeys {
  readonly keys: readonly PublishedTrustKey[]
}

/** A key that may have signed a manifest, its bounds in epoch milliseconds. */
export interface TrustKey {
  readonly public_key: Uint8Array
  readonly not_before: number
  readonly not_after: number
}

/** Usable keys by `key_id`. */
export type TrustKeys = ReadonlyMap<string, TrustKey>

/**
 * The keys of a published list that can verify manifests: Ed25519, for this purpose, not withdrawn,
 * readable. Others are left out, so that a list for newer doors works on an older one. Of two
 * entries with one id the first counts. Throws `TypeError` when `published` is not such a list at
 * all.
 */
export const readTrustKeys = (published: unknown): TrustKeys => {
  const keys = isRecord(published) ? published.keys : null
  if (!Array.isArray(keys)) throw new TypeError("trustKeys")
  const usable = new Map<string, TrustKey>()
  for (const entry of keys) {
    const key = isPublished(entry) && !usable.has(entry.key_id) ? usableKey(entry) : null
    if (key !== null) usable.set(entry.key_id, key)
  }
  return usable
}

const usableKey = (entry: PublishedTrustKey): TrustKey | null => {
  const publicKey = decodeBase64url(entry.public_key)
  const notBefore = bound(entry.not_before, Number.NEGATIVE_INFINITY)
  const notAfter = bound(entry.not_after, Number.POSITIVE_INFINITY)
  // A bound that cannot be read is NaN and would be passed by no comparison below; leaving the key
  // out says so sooner.
  return publicKey?.length !== 32 ||
    notBefore !== notBefore ||
    notAfter !== notAfter ||
    entry.algorithm !== "Ed25519" ||
    entry.purpose !== CHECKIN_MANIFEST_PURPOSE ||
    entry.status === "retired" ||
    entry.status === "revoked"
    ? null
    : { public_key: publicKey, not_before: notBefore, not_after: notAfter }
}

const bound = (text: string | null, absent: number): number =>
  text === null ? absent : readInstant(text)

/** Whether the members that are read as texts are texts; the others are compared. */
const isPublished = (entry: unknown): entry is PublishedTrustKey => {
  if (!isRecord(entry)) return false
  const { key_id: id, public_key: key, not_before: before, not_after: after } = entry
  const isBound = (value: unknown) => value === null || typeof value === "string"
  return typeof id === "string" && typeof key === "string" && isBound(before) && isBound(after)
}
