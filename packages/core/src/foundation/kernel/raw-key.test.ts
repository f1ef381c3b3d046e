import { diffieHellman, generateKeyPairSync, type KeyObject, sign, verify } from "node:crypto"
import { describe, expect, it } from "vitest"
import { privateKeyOf, publicKeyOf, rawPublicOf } from "./raw-key.ts"

const curves = ["Ed25519", "X25519"] as const

const bytesOf = (key: KeyObject, member: "d" | "x"): Uint8Array =>
  new Uint8Array(Buffer.from(key.export({ format: "jwk" })[member] ?? "", "base64url"))

describe.each(curves)("a raw %s key", (curve) => {
  const { privateKey, publicKey } =
    curve === "Ed25519" ? generateKeyPairSync("ed25519") : generateKeyPairSync("x25519")
  const secret = bytesOf(privateKey, "d")
  const open = bytesOf(publicKey, "x")

  it("is the key that has these bytes", () => {
    expect(privateKeyOf(curve, secret).equals(privateKey)).toBe(true)
    expect(publicKeyOf(curve, open).equals(publicKey)).toBe(true)
    expect(rawPublicOf(privateKey)).toBe(Buffer.from(open).toString("base64url"))
  })

  it("is read from the middle of a larger buffer too, and leaves its bytes as they are", () => {
    const around = Buffer.alloc(96, 0xee)
    around.set(secret, 7)
    const raw = around.subarray(7, 39)
    expect(privateKeyOf(curve, raw).equals(privateKey)).toBe(true)
    expect(new Uint8Array(raw)).toEqual(secret)
    around.set(open, 11)
    expect(publicKeyOf(curve, around.subarray(11, 43)).equals(publicKey)).toBe(true)
  })

  it.each([0, 31, 33])("has 32 bytes, not %i", (size) => {
    expect(() => privateKeyOf(curve, new Uint8Array(size))).toThrow(RangeError)
    expect(() => publicKeyOf(curve, new Uint8Array(size))).toThrow(RangeError)
  })

  it("leaves traces of later errors as long as they were", () => {
    const before = Error.stackTraceLimit
    privateKeyOf(curve, secret)
    expect(Error.stackTraceLimit).toBe(before)
    expect(() => privateKeyOf(curve, new Uint8Array(1))).toThrow(RangeError)
    expect(Error.stackTraceLimit).toBe(before)
  })
})

it("signs and agrees with the keys that it imports", () => {
  const seed = new Uint8Array(32).fill(3)
  const signing = privateKeyOf("Ed25519", seed)
  const shown = publicKeyOf("Ed25519", Buffer.from(rawPublicOf(signing), "base64url"))
  const message = Buffer.from("points")
  expect(verify(null, message, shown, sign(null, message, signing))).toBe(true)
  const mine = privateKeyOf("X25519", seed)
  const theirs = privateKeyOf("X25519", new Uint8Array(32).fill(4))
  const agreed = (privateKey: KeyObject, other: KeyObject) =>
    diffieHellman({
      privateKey,
      publicKey: publicKeyOf("X25519", Buffer.from(rawPublicOf(other), "base64url")),
    })
  expect(agreed(mine, theirs)).toEqual(agreed(theirs, mine))
})
