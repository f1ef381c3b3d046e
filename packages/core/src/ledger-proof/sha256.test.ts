import { createHash } from "node:crypto"
import fc from "fast-check"
import { expect, it } from "vitest"
import { sha256 } from "./sha256.ts"

const native = (message: Uint8Array): string => createHash("sha256").update(message).digest("hex")
const ours = (message: Uint8Array): string => Buffer.from(sha256(message)).toString("hex")

it("agrees with node:crypto at every length around the padding boundaries", () => {
  for (let length = 0; length <= 200; length += 1) {
    const message = new Uint8Array(length).map((_, index) => (index * 7 + length) & 255)
    expect(ours(message)).toBe(native(message))
  }
})

it("agrees with node:crypto on arbitrary messages, views and long ones", () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 4096 }), (message) => ours(message) === native(message)),
  )
  const long = new Uint8Array(1_000_001).map((_, index) => index & 255)
  expect(ours(long)).toBe(native(long))
  expect(ours(long.subarray(100, 350))).toBe(native(long.subarray(100, 350)))
})
