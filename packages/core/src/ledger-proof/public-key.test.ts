import { createPublicKey } from "node:crypto"
import fc from "fast-check"
import { expect, it } from "vitest"
import { publicKeyPem, rawPublicKey } from "../ledger-proof/public-key.ts"

const raw = fc.uint8Array({ minLength: 32, maxLength: 32 })

it("is what node:crypto writes, and is read back", () => {
  fc.assert(
    fc.property(raw, (bytes) => {
      const pem = publicKeyPem(bytes)
      const key = createPublicKey({
        key: { kty: "OKP", crv: "Ed25519", x: Buffer.from(bytes).toString("base64url") },
        format: "jwk",
      })
      expect(key.export({ format: "pem", type: "spki" })).toBe(pem)
      expect(rawPublicKey(pem)).toEqual(bytes)
    }),
  )
})

it("refuses what is not 32 bytes", () => {
  expect(() => publicKeyPem(new Uint8Array(31))).toThrow(RangeError)
  expect(() => publicKeyPem(new Uint8Array(33))).toThrow(RangeError)
})

it("reads one spelling of a key only", () => {
  const pem = publicKeyPem(new Uint8Array(32).fill(1))
  const others = [
    pem.trimEnd(),
    `${pem}\n`,
    pem.replaceAll("\n", "\r\n"),
    pem.replace("AQEBAQE=", "AQEBAQF="),
    pem.replace("=", ""),
    pem.replace("AQEB", "AQ EB"),
    pem.replace("MCowBQYDK2VwAyEA", "MCowBQYDK2VuAyEA"),
    ` ${pem}`,
    "",
  ]
  for (const other of others) expect(rawPublicKey(other), other).toBeNull()
})
