/**
 * A point of edwards25519 in extended coordinates (x = X/Z, y = Y/Z, xy = T/Z). Coordinates are any
 * integers of the right residue; only {@link encodePoint} reduces them fully.
 */
export interface Point {
  readonly x: bigint
  readonly y: bigint
  readonly z: bigint
  readonly t: bigint
}

/** The field prime p. */
export const PRIME = 2n ** 255n - 19n
/** The prime order L of the base point. */
export const ORDER = 2n ** 252n + 27742317777372353535851937790883648493n

const MASK = 2n ** 255n - 1n

/**
 * Folds the bits from 2^255 upwards back in, since 2^255 = 19. Two folds of a product leave 256
 * bits, of either sign.
 */
const reduce = (n: bigint): bigint => {
  const once = (n & MASK) + 19n * (n >> 255n)
  return (once & MASK) + 19n * (once >> 255n)
}

const canonical = (n: bigint): bigint => ((n % PRIME) + PRIME) % PRIME

const power = (base: bigint, exponent: bigint): bigint => {
  let result = 1n
  for (const bit of exponent.toString(2)) {
    result = reduce(result * result)
    if (bit === "1") result = reduce(result * base)
  }
  return result
}

const invert = (n: bigint): bigint => power(n, PRIME - 2n)

// By their definitions (RFC 8032 section 5.1), which are shorter than their digits; a test holds
// them to those.
const D = canonical(-121665n * invert(121666n))
const ROOT_OF_MINUS_ONE = power(2n, (PRIME - 1n) / 4n)
/** The neutral element. */
export const IDENTITY: Point = { x: 0n, y: 1n, z: 1n, t: 0n }

/** Twice a point (RFC 8032 section 5.1.4). */
export const double = ({ x, y, z }: Point): Point => {
  const a = reduce(x * x)
  const b = reduce(y * y)
  const sum = x + y
  const h = a + b
  const e = h - reduce(sum * sum)
  const g = a - b
  const f = 2n * reduce(z * z) + g
  return { x: reduce(e * f), y: reduce(g * h), z: reduce(f * g), t: reduce(e * h) }
}

/** The sum of two points, equal or not (RFC 8032 section 5.1.4; the formula is complete). */
export const add = (p: Point, q: Point): Point => {
  const a = reduce((p.y - p.x) * (q.y - q.x))
  const b = reduce((p.y + p.x) * (q.y + q.x))
  const c = reduce(2n * D * reduce(p.t * q.t))
  const d = reduce(2n * p.z * q.z)
  const [e, f, g, h] = [b - a, d - c, d + c, b + a]
  return { x: reduce(e * f), y: reduce(g * h), z: reduce(f * g), t: reduce(e * h) }
}

/** The inverse of a point. */
export const negate = ({ x, y, z, t }: Point): Point => ({ x: -x, y, z, t: -t })

/** Whether a point is the neutral element. */
export const isIdentity = ({ x, y, z }: Point): boolean =>
  canonical(x) === 0n && canonical(y - z) === 0n

/**
 * `[s]B + [k]A` for scalars below 2^253, B the base point, in one pass over both. Not in constant
 * time: verification has no secrets.
 */
export const sumOfProducts = (s: bigint, k: bigint, a: Point): Point => {
  const both = add(BASE, a)
  const sBits = s.toString(2).padStart(253, "0")
  const kBits = k.toString(2).padStart(253, "0")
  let sum = IDENTITY
  for (let bit = 0; bit < 253; bit += 1) {
    sum = double(sum)
    const inS = sBits.charAt(bit) === "1"
    const inK = kBits.charAt(bit) === "1"
    if (inS || inK) sum = add(sum, inS && inK ? both : inS ? BASE : a)
  }
  return sum
}

/**
 * The point of a y coordinate (0 <= y < p) and the sign bit of x, or null off the curve (RFC 8032
 * section 5.1.3).
 */
export const decodePoint = (y: bigint, isOdd: boolean): Point | null => {
  const square = reduce(y * y)
  const u = square - 1n
  const v = reduce(D * square) + 1n
  const v3 = reduce(v * reduce(v * v))
  const uv3 = reduce(u * v3)
  const root = reduce(uv3 * power(reduce(uv3 * reduce(v3 * v)), (PRIME - 5n) / 8n))
  const check = reduce(v * reduce(root * root))
  const isRoot = canonical(check - u) === 0n
  if (!isRoot && canonical(check + u) !== 0n) return null
  const x = canonical(isRoot ? root : root * ROOT_OF_MINUS_ONE)
  if (x === 0n && isOdd) return null
  const signed = (x & 1n) === (isOdd ? 1n : 0n) ? x : PRIME - x
  return { x: signed, y, z: 1n, t: reduce(signed * y) }
}

/** The base point B: y = 4/5, x even (RFC 8032 section 5.1). */
export const BASE: Point = decodePoint(canonical(4n * invert(5n)), false) ?? IDENTITY

/** The encoding of a point as an integer: y, and the lowest bit of x as bit 255. */
export const encodePoint = ({ x, y, z }: Point): bigint => {
  const inverse = invert(z)
  return canonical(y * inverse) | ((canonical(x * inverse) & 1n) << 255n)
}
