import { webcrypto } from "node:crypto"
import { readFileSync } from "node:fs"
import { expect, it } from "vitest"
import { isAcceptablePublicKey, isAcceptableSignature } from "../../src/door/ed25519.ts"

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
const bytes = (hex: string) => Uint8Array.from(Buffer.from(hex, "hex"))

// node:crypto and noble are held against the same file in src/door/ed25519.test.ts.
it.each(vectors)(
  "WebCrypto behind our checks agrees: $name",
  async ({ public_key, message, signature, valid }) => {
    const [key, signed] = [bytes(public_key), bytes(signature)]
    const isSigned = async () => {
      const imported = await webcrypto.subtle.importKey("raw", key, "Ed25519", false, ["verify"])
      return webcrypto.subtle.verify("Ed25519", imported, signed, bytes(message))
    }
    expect(isAcceptablePublicKey(key) && isAcceptableSignature(signed) && (await isSigned())).toBe(
      valid,
    )
  },
)
