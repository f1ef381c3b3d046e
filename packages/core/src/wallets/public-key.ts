/**
 * What every SPKI of an Ed25519 key begins with, in base64: twelve bytes, so that the key's own
 * text begins on a boundary (RFC 8410).
 */
const spkiHead = "MCowBQYDK2VwAyEA"
const begin = `-----BEGIN PUBLIC KEY-----\n${spkiHead}`
const end = "\n-----END PUBLIC KEY-----\n"
const rawSize = 32

/**
 * An Ed25519 public key as SPKI PEM with `"\n"` line ends and a final one: the one spelling that
 * stands in a signed body. Source: RFC 8410 section 4, RFC 7468.
 *
 * @throws {RangeError} when `raw` is not 32 bytes.
 */
export const publicKeyPem = (raw: Uint8Array): string => {
  if (raw.length !== rawSize)
    throw new RangeError(`An Ed25519 public key has ${rawSize} bytes, not ${raw.length}.`)
  return `${begin}${Buffer.from(raw).toString("base64")}${end}`
}

/**
 * The 32 bytes of a PEM that {@link publicKeyPem} wrote; `undefined` for any other text, also for
 * another spelling of the same key.
 */
export const rawPublicKey = (pem: string): Uint8Array | undefined => {
  if (!pem.startsWith(begin) || !pem.endsWith(end)) return undefined
  const raw = Buffer.from(pem.slice(begin.length, pem.length - end.length), "base64")
  return raw.length === rawSize && publicKeyPem(raw) === pem ? raw : undefined
}
