import { decodeBase64 } from "./base64.ts"

/**
 * SPKI PEM of an Ed25519 key up to the key itself, whose base64 begins on a boundary (RFC 8410).
 */
const begin = "-----BEGIN PUBLIC KEY-----\nMCowBQYDK2VwAyEA"
const end = "\n-----END PUBLIC KEY-----\n"

/**
 * The 32 bytes of the one spelling of a public key that stands in a signed body; null for every
 * other text.
 */
export const rawPublicKey = (pem: string): Uint8Array | null => {
  if (!pem.startsWith(begin) || !pem.endsWith(end)) return null
  const raw = decodeBase64(pem.slice(begin.length, -end.length))
  return raw?.length === 32 ? raw : null
}
