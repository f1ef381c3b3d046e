import { Point as Oracle } from "@noble/ed25519"
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import {
  add,
  BASE,
  decodePoint,
  double,
  encodePoint,
  IDENTITY,
  isIdentity,
  negate,
  ORDER,
  type Point,
  PRIME,
  sumOfProducts,
} from "./edwards25519.ts"

const scalar = fc.bigInt({ min: 1n, max: ORDER - 1n })
const littleEndian = (bytes: Uint8Array): bigint =>
  BigInt(`0x${Buffer.from(bytes).reverse().toString("hex")}`)
const encoded = (point: Oracle): bigint => littleEndian(point.toBytes())
const times = (n: bigint): Point => sumOfProducts(n, 0n, BASE)

describe("edwards25519", () => {
  it("has the base point of RFC 8032 and the right order", () => {
    expect(encodePoint(BASE)).toBe(encoded(Oracle.BASE))
    expect(isIdentity(times(ORDER))).toBe(true)
    expect(isIdentity(times(ORDER - 1n))).toBe(false)
    expect(encodePoint(IDENTITY)).toBe(1n)
  })

  it("adds, doubles and negates as noble does", () => {
    fc.assert(
      fc.property(scalar, scalar, (m, n) => {
        const [p, q] = [Oracle.BASE.multiply(m), Oracle.BASE.multiply(n)]
        expect(encodePoint(add(times(m), times(n)))).toBe(encoded(p.add(q)))
        expect(encodePoint(double(times(m)))).toBe(encoded(p.double()))
        expect(encodePoint(add(times(m), negate(times(n))))).toBe(encoded(p.subtract(q)))
      }),
      { numRuns: 25 },
    )
  })

  it("multiplies two points at once as noble does one by one", () => {
    fc.assert(
      fc.property(scalar, scalar, scalar, (s, k, a) => {
        const other = Oracle.BASE.multiply(a)
        expect(encodePoint(sumOfProducts(s, k, times(a)))).toBe(
          encoded(Oracle.BASE.multiply(s).add(other.multiply(k))),
        )
      }),
      { numRuns: 25 },
    )
  })

  it("decodes what noble decodes, and nothing else", () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 32, maxLength: 32 }), (bytes) => {
        const value = littleEndian(bytes)
        const y = value & (2n ** 255n - 1n)
        if (y >= PRIME) return
        const point = decodePoint(y, value >= 2n ** 255n)
        let oracle: bigint | null = null
        try {
          oracle = encoded(Oracle.fromBytes(bytes))
        } catch {}
        expect(point === null ? null : encodePoint(point)).toBe(oracle)
      }),
      { numRuns: 200 },
    )
  })

  it("refuses a negative zero", () => {
    expect(decodePoint(1n, true)).toBeNull()
    expect(decodePoint(PRIME - 1n, true)).toBeNull()
    expect(decodePoint(1n, false)).not.toBeNull()
  })
})
