import { createPrivateKey, createPublicKey, type KeyObject } from "node:crypto"

const keySize = 32

/** The curves of the keys of wallets: one signs, one agrees. */
export type Curve = "Ed25519" | "X25519"

/** PKCS #8 of a private key up to its bytes (RFC 8410 section 7). */
const pkcs8Heads = {
  Ed25519: Buffer.from("302e020100300506032b657004220420", "hex"),
  X25519: Buffer.from("302e020100300506032b656e04220420", "hex"),
} as const satisfies Readonly<Record<Curve, Uint8Array>>
/** SPKI of a public key up to its bytes, base64 (RFC 8410 section 4): it ends on a boundary. */
const spkiHeads = {
  Ed25519: "MCowBQYDK2VwAyEA",
  X25519: "MCowBQYDK2VuAyEA",
} as const satisfies Readonly<Record<Curve, string>>

/**
 * The private key of 32 bytes: the seed of an Ed25519 key, or an X25519 key, which is clamped when
 * it is used. The caller wipes them.
 *
 * @throws {RangeError} when they are not 32.
 */
export const privateKeyOf = (curve: Curve, raw: Uint8Array): KeyObject => {
  mustBeKey(curve, raw)
  const der = Buffer.concat([pkcs8Heads[curve], raw])
  try {
    return untraced(() => createPrivateKey({ key: der, format: "der", type: "pkcs8" }))
  } finally {
    der.fill(0)
  }
}

/**
 * The public key of 32 bytes. It goes in as PEM: a text is the one input that Node 24 takes without
 * errors of its own (see {@link untraced}), so it takes a quarter of the time of DER.
 *
 * @throws {RangeError} when they are not 32.
 */
export const publicKeyOf = (curve: Curve, raw: Uint8Array): KeyObject => {
  mustBeKey(curve, raw)
  const base64 = Buffer.from(raw.buffer, raw.byteOffset, raw.length).toString("base64")
  return createPublicKey(
    `-----BEGIN PUBLIC KEY-----\n${spkiHeads[curve]}${base64}\n-----END PUBLIC KEY-----\n`,
  )
}

/**
 * The public key of a private one, raw, base64url. A JWK has it as it is: writing SPKI takes a
 * quarter of the time that making the key takes.
 */
export const rawPublicOf = (privateKey: KeyObject): string =>
  createPublicKey(privateKey).export({ format: "jwk" }).x ?? ""

const mustBeKey = (curve: Curve, raw: Uint8Array): void => {
  if (raw.length !== keySize)
    throw new RangeError(`An ${curve} key has ${keySize} bytes, not ${raw.length}.`)
}

/**
 * Imports a key without stack traces. Given an object, Node 24 throws and catches four errors of its
 * own to see that it is no `KeyObject`: their traces take 16 of 60 µs. A text would spare them, but
 * the text of a secret cannot be wiped. Where the limit cannot be written, nothing changes.
 */
const untraced = (imported: () => KeyObject): KeyObject => {
  const limit = Error.stackTraceLimit
  Reflect.set(Error, "stackTraceLimit", 0)
  try {
    return imported()
  } finally {
    Reflect.set(Error, "stackTraceLimit", limit)
  }
}
