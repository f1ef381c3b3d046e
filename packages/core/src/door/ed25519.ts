import { Point } from "@noble/ed25519"
import { sha512 } from "./sha512.ts"

/**
 * What a host may do in our place: a C function, a secure element, `node:crypto`. Neither may wait.
 */
export interface Ed25519Host {
  /**
   * Verifies by the cofactorless equation of RFC 8032 (as OpenSSL, BoringSSL and libsodium do). Our
   * checks of key and signature come first, whatever it does itself. It may throw, which counts as
   * false.
   */
  readonly verify?:
    | ((signature: Uint8Array, message: Uint8Array, publicKey: Uint8Array) => boolean)
    | undefined
  /** The 64-byte SHA-512 digest of a message. Ignored when `verify` is given. */
  readonly sha512?: ((message: Uint8Array) => Uint8Array) | undefined
  /**
   * The UTF-8 bytes of a text, `(text) => new TextEncoder().encode(text)`: for large rosters, where
   * that is much faster than our own.
   */
  readonly utf8?: ((text: string) => Uint8Array) | undefined
}

/** The field prime p, and the prime order L of the base point. */
const { p: PRIME, n: ORDER } = Point.CURVE()
const ORDER_8_Y = 0x7a03ac9277fdc74ec6cc392cfa53202a0f67100d760b3cba4fd84d3d706a17c7n
/** The y coordinates of the eight points of small order. */
const SMALL_ORDER_Y = [0n, 1n, PRIME - 1n, ORDER_8_Y, PRIME - ORDER_8_Y]
const SIGN = 1n << 255n
const REMEMBERED_KEYS = 64

const rememberedKeys = new Map<string, Point | null>()

/**
 * Whether a signature made by `publicKey` over `message` holds, by the one strict rule of this
 * project: {@link isAcceptablePublicKey}, {@link isAcceptableSignature}, and the equation `[S]B = R
 * + [k]A` without cofactor. Never throws. Source: RFC 8032 section 5.1.7;
 * docs/door-protocol.md#signature.
 *
 * @example
 * verifyEd25519(signature, message, publicKey, { verify: (s, m, k) => nativeVerify(s, m, k) })
 */
export const verifyEd25519 = (
  signature: Uint8Array,
  message: Uint8Array,
  publicKey: Uint8Array,
  host: Ed25519Host = {},
): boolean => {
  const key = acceptedKey(publicKey)
  if (key === null || !isAcceptableSignature(signature)) return false
  try {
    return host.verify === undefined
      ? equationHolds(signature, message, publicKey, key, host.sha512 ?? sha512)
      : host.verify(signature, message, publicKey) === true
  } catch {
    return false
  }
}

/**
 * Whether 32 bytes are a public key that we take: canonical (y < p, no negative zero), on the
 * curve, in the subgroup of prime order and not its identity. The last 64 keys asked for are
 * remembered, since the check costs a multiplication.
 */
export const isAcceptablePublicKey = (publicKey: Uint8Array): boolean =>
  acceptedKey(publicKey) !== null

/**
 * Whether 64 bytes can be a signature that we take: S < L, and R canonical and not of small order.
 * It reads bytes and does no curve arithmetic; whether R is on the curve at all, the equation
 * tells.
 */
export const isAcceptableSignature = (signature: Uint8Array): boolean => {
  if (signature.length !== 64) return false
  const y = littleEndian(signature.subarray(0, 32)) & (SIGN - 1n)
  return y < PRIME && !SMALL_ORDER_Y.includes(y) && littleEndian(signature.subarray(32)) < ORDER
}

const acceptedKey = (publicKey: Uint8Array): Point | null => {
  const name = publicKey.join()
  const remembered = rememberedKeys.get(name)
  if (remembered !== undefined) return remembered
  const key = checkedKey(publicKey)
  // A Map keeps the order of insertion, so its first entry is the oldest.
  for (const oldest of rememberedKeys.keys()) {
    if (rememberedKeys.size < REMEMBERED_KEYS) break
    rememberedKeys.delete(oldest)
  }
  rememberedKeys.set(name, key)
  return key
}

const checkedKey = (publicKey: Uint8Array): Point | null => {
  try {
    // Refuses what is not 32 bytes, not canonical or not on the curve (RFC 8032 section 5.1.3).
    const point = Point.fromBytes(publicKey)
    // Times L, only points of the subgroup vanish; of these, only the identity has small order.
    return !point.is0() && sumOfProducts(0n, ORDER, point).is0() ? point : null
  } catch {
    return null
  }
}

const equationHolds = (
  signature: Uint8Array,
  message: Uint8Array,
  publicKey: Uint8Array,
  key: Point,
  hash: (message: Uint8Array) => Uint8Array,
): boolean => {
  const hashed = new Uint8Array(64 + message.length)
  hashed.set(signature.subarray(0, 32))
  hashed.set(publicKey, 32)
  hashed.set(message, 64)
  const digest = hash(hashed)
  if (digest.length !== 64) return false
  const r = sumOfProducts(
    littleEndian(signature.subarray(32)),
    littleEndian(digest) % ORDER,
    key.negate(),
  )
  // Comparing encodings rather than points refuses every other spelling of R without decoding it.
  return r.toBytes().every((byte, index) => byte === signature[index])
}

/**
 * `[s]B + [k]A` for scalars below 2^254, B the base point, two bits of both at a time. Not in
 * constant time: verification has no secrets.
 *
 * The library's own `verify` multiplies by the cofactor, and its multiples of B take 0.75 MB in an
 * interpreter.
 */
const sumOfProducts = (s: bigint, k: bigint, a: Point): Point => {
  const { BASE, ZERO } = Point
  const upToThree = (p: Point) => [ZERO, p, p.double(), p.double().add(p)]
  const multiplesOfB = upToThree(BASE)
  // [i]B + [j]A stands at i + 4j.
  const sums = upToThree(a).flatMap((p) => multiplesOfB.map((q) => p.add(q)))
  let sum = ZERO
  for (let bit = 252n; bit >= 0n; bit -= 2n) {
    const part = sums[Number(((s >> bit) & 3n) | (((k >> bit) & 3n) << 2n))] ?? ZERO
    sum = sum.double().double().add(part)
  }
  return sum
}

const littleEndian = (bytes: Uint8Array): bigint => {
  let hex = ""
  for (const byte of bytes) hex = (byte + 256).toString(16).slice(1) + hex
  return BigInt(`0x${hex}`)
}
