import { createHash } from "node:crypto"
import fc from "fast-check"
import { expect, it } from "vitest"
import { sha512 } from "./sha512.ts"

const native = (message: Uint8Array): string => createHash("sha512").update(message).digest("hex")
const ours = (message: Uint8Array): string => Buffer.from(sha512(message)).toString("hex")

it("agrees with node:crypto at every length around the padding boundaries", () => {
  for (let length = 0; length <= 260; length += 1) {
    const message = new Uint8Array(length).map((_, index) => (index * 7 + length) & 255)
    expect(ours(message)).toBe(native(message))
  }
})

it("agrees with node:crypto on arbitrary messages", () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 4096 }), (message) => ours(message) === native(message)),
  )
})

it("reads a view into a larger buffer, not the buffer", () => {
  const message = new Uint8Array(500).fill(0xff).subarray(100, 350)
  expect(ours(message)).toBe(native(message))
})

it("hashes a message of several megabytes", () => {
  const message = new Uint8Array(3_000_001).map((_, index) => index & 255)
  expect(ours(message)).toBe(native(message))
})
