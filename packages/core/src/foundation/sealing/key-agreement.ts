import { createPrivateKey, createPublicKey, diffieHellman, type KeyObject } from "node:crypto"

const keySize = 32
/** PKCS #8 of an X25519 key up to its bytes, and SPKI likewise (RFC 8410 sections 4 and 7). */
const pkcs8Head = Buffer.from("302e020100300506032b656e04220420", "hex")
const spkiHead = Buffer.from("302a300506032b656e032100", "hex")

/** 2^255 - 19, the field's prime. */
const prime = 2n ** 255n - 19n
/**
 * The coordinates below the prime whose points are of small order (2, 4 or 8), on the curve or its
 * twist. Whatever the other key is, what is agreed with them is 0: clamping makes every private key
 * a multiple of 8. Source: RFC 7748 sections 5 and 7.
 */
const smallOrder: ReadonlySet<bigint> = new Set([
  0n,
  1n,
  325606250916557431795983626356110631294008115727848805560023387167927233504n,
  39382357235489614581723060781553021112529911719440698176882885853963445705823n,
  prime - 1n,
])

/**
 * The X25519 private key of 32 random bytes; clamped when it is used (RFC 7748 section 5).
 *
 * @throws {RangeError} when they are not 32.
 */
export const agreementKey = (raw: Uint8Array): KeyObject => {
  if (raw.length !== keySize)
    throw new RangeError(`An X25519 key has ${keySize} bytes, not ${raw.length}.`)
  const der = Buffer.concat([pkcs8Head, raw])
  try {
    return createPrivateKey({ key: der, format: "der", type: "pkcs8" })
  } finally {
    der.fill(0)
  }
}

/** The public key of a private one, raw, base64url. */
export const publicOf = (privateKey: KeyObject): string =>
  createPublicKey(privateKey).export({ format: "jwk" }).x ?? ""

/**
 * A public key that another party sent, raw, base64url. Undefined when it is not 32 bytes in their
 * one spelling, when it is not below the prime (X25519 would reduce it, so one key would have
 * several texts), or when its point is of small order.
 */
export const foreignKey = (text: string): KeyObject | undefined => {
  const raw = Buffer.from(text, "base64url")
  if (raw.length !== keySize || raw.toString("base64url") !== text) return undefined
  const coordinate = BigInt(`0x${Buffer.from(raw).reverse().toString("hex")}`)
  if (coordinate >= prime || smallOrder.has(coordinate)) return undefined
  return createPublicKey({ key: Buffer.concat([spkiHead, raw]), format: "der", type: "spki" })
}

/**
 * What two keys agree on (RFC 7748 section 6.1); undefined when it is all zeros, or `privateKey` is
 * not of X25519. The caller wipes it.
 */
export const agree = (privateKey: KeyObject, publicKey: KeyObject): Uint8Array | undefined => {
  try {
    const secret = diffieHellman({ privateKey, publicKey })
    return secret.some((byte) => byte !== 0) ? secret : undefined
  } catch {
    // Keys of two kinds, or an all-zero secret: OpenSSL refuses it by itself, where RFC 7748 leaves
    // that to the caller.
    return undefined
  }
}
