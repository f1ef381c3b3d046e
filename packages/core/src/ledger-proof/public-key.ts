import { decodeBase64, encodeBase64 } from "./base64.ts"

/**
 * SPKI PEM of an Ed25519 key up to the key itself, whose base64 begins on a boundary (RFC 8410).
 */
const begin = "-----BEGIN PUBLIC KEY-----\nMCowBQYDK2VwAyEA"
const end = "\n-----END PUBLIC KEY-----\n"
const rawSize = 32
const pemLength = begin.length + 44 + end.length

/**
 * An Ed25519 public key as SPKI PEM with `"\n"` line ends and a final one: the one spelling that
 * stands in a signed body. Source: RFC 8410 section 4, RFC 7468.
 *
 * @throws {RangeError} when `raw` is not 32 bytes.
 */
export const publicKeyPem = (raw: Uint8Array): string => {
  if (raw.length !== rawSize)
    throw new RangeError(`An Ed25519 public key has ${rawSize} bytes, not ${raw.length}.`)
  return `${begin}${encodeBase64(raw)}${end}`
}

/**
 * The 32 bytes of a PEM that {@link publicKeyPem} wrote; null for any other text, also for another
 * spelling of the same key.
 */
export const rawPublicKey = (pem: string): Uint8Array | null => {
  if (pem.length !== pemLength || !pem.startsWith(begin) || !pem.endsWith(end)) return null
  const raw = decodeBase64(pem.slice(begin.length, -end.length))
  return raw?.length === rawSize ? raw : null
}
