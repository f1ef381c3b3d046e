import {
  createPublicKey,
  generateKeyPairSync,
  type KeyObject,
  sign,
  verify as nodeVerify,
} from "node:crypto"
import { readFileSync } from "node:fs"
import { hashes, verify as nobleVerify } from "@noble/ed25519"
import { sha512 as nobleSha512 } from "@noble/hashes/sha2.js"
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { isAcceptablePublicKey, isAcceptableSignature, verifyEd25519 } from "./ed25519.ts"

interface Vector {
  readonly name: string
  readonly public_key: string
  readonly message: string
  readonly signature: string
  readonly valid: boolean
}

const { vectors }: { readonly vectors: readonly Vector[] } = JSON.parse(
  readFileSync(new URL("../../../../vectors/ed25519/strict.json", import.meta.url), "utf8"),
)
hashes.sha512 = nobleSha512

const bytes = (hex: string): Uint8Array => Uint8Array.from(Buffer.from(hex, "hex"))
const keyObject = (raw: Uint8Array): KeyObject =>
  createPublicKey({
    key: { kty: "OKP", crv: "Ed25519", x: Buffer.from(raw).toString("base64url") },
    format: "jwk",
  })
const native = (signature: Uint8Array, message: Uint8Array, publicKey: Uint8Array): boolean =>
  nodeVerify(null, message, keyObject(publicKey), signature)

describe("strict vectors", () => {
  it("has all of them", () => {
    expect(vectors).toHaveLength(55)
    expect(vectors.filter((vector) => vector.valid)).toHaveLength(8)
  })

  for (const vector of vectors) {
    const [publicKey, message, signature] = [
      bytes(vector.public_key),
      bytes(vector.message),
      bytes(vector.signature),
    ]
    it(`${vector.valid ? "takes" : "refuses"}: ${vector.name}`, () => {
      expect(verifyEd25519(signature, message, publicKey)).toBe(vector.valid)
      // The server's way: our checks of the bytes, then node:crypto.
      expect(verifyEd25519(signature, message, publicKey, { verify: native })).toBe(vector.valid)
      expect(
        isAcceptablePublicKey(publicKey) &&
          isAcceptableSignature(signature) &&
          native(signature, message, publicKey),
      ).toBe(vector.valid)
    })
  }

  it("is stricter than noble exactly where noble multiplies by the cofactor", () => {
    const lax = {
      verify: (s: Uint8Array, m: Uint8Array, k: Uint8Array) =>
        nobleVerify(s, m, k, { zip215: false }),
    }
    const differing = vectors.filter(
      (v) =>
        verifyEd25519(bytes(v.signature), bytes(v.message), bytes(v.public_key), lax) !== v.valid,
    )
    expect(differing.map((vector) => vector.name)).toEqual(
      [1, 2, 4, 7].map((torsion) => `mixed-order R (torsion ${torsion})`),
    )
  })
})

describe("verifyEd25519", () => {
  const { publicKey: publicObject, privateKey } = generateKeyPairSync("ed25519")
  const publicKey = Uint8Array.from(
    Buffer.from(publicObject.export({ format: "jwk" }).x ?? "", "base64url"),
  )

  it("agrees with node:crypto on messages and on every single flipped bit of a signature", () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 300 }), fc.nat(511), (message, bit) => {
        const signature = Uint8Array.from(sign(null, message, privateKey))
        expect(verifyEd25519(signature, message, publicKey)).toBe(true)
        signature.set([(signature[bit >> 3] ?? 0) ^ (1 << (bit & 7))], bit >> 3)
        expect(verifyEd25519(signature, message, publicKey)).toBe(false)
      }),
      { numRuns: 40 },
    )
  })

  it("uses the host's SHA-512, and refuses when that has another length", () => {
    const message = bytes("00")
    const signature = Uint8Array.from(sign(null, message, privateKey))
    let calls = 0
    const sha512 = (input: Uint8Array) => {
      calls += 1
      return nobleSha512(input)
    }
    expect(verifyEd25519(signature, message, publicKey, { sha512 })).toBe(true)
    expect(calls).toBe(1)
    expect(
      verifyEd25519(signature, message, publicKey, {
        sha512: (input) => sha512(input).subarray(1),
      }),
    ).toBe(false)
  })

  it("checks key and signature before a host's verifier is asked, and takes its failure for a no", () => {
    const requested: string[] = []
    const host = { verify: () => requested.push("verify") > 0 }
    expect(verifyEd25519(new Uint8Array(64), bytes("00"), publicKey, host)).toBe(false)
    expect(
      verifyEd25519(new Uint8Array(64).fill(9, 0, 33), bytes("00"), new Uint8Array(32), host),
    ).toBe(false)
    expect(requested).toEqual([])
    const failing = {
      verify: () => {
        throw new Error("no such engine")
      },
    }
    expect(
      verifyEd25519(
        Uint8Array.from(sign(null, bytes("00"), privateKey)),
        bytes("00"),
        publicKey,
        failing,
      ),
    ).toBe(false)
  })

  it("remembers keys without mixing them up, however many there are", () => {
    const keys = Array.from({ length: 70 }, () => generateKeyPairSync("ed25519"))
    const raw = keys.map((pair) =>
      Uint8Array.from(Buffer.from(pair.publicKey.export({ format: "jwk" }).x ?? "", "base64url")),
    )
    const message = bytes("0102")
    for (const round of [0, 1]) {
      keys.forEach((pair, index) => {
        const key = raw[(index + round) % 70] ?? new Uint8Array()
        expect(
          verifyEd25519(Uint8Array.from(sign(null, message, pair.privateKey)), message, key),
        ).toBe(round === 0)
      })
    }
  })
})
