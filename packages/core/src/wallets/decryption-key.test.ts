import { diffieHellman, createPublicKey, randomBytes } from "node:crypto"
import { describe, expect, it } from "vitest"
import { foreignKey } from "../foundation/sealing/key-agreement.ts"
import { memoryKeyVault } from "../testing/index.ts"
import {
  decryptionKid,
  generateDecryptionKey,
  openDecryptionKey,
  sealDecryptionKey,
} from "./decryption-key.ts"
import { openKey, sealKey } from "./sealed-key.ts"

const ids = { bytes: (size: number) => new Uint8Array(randomBytes(size)) }
const vault = memoryKeyVault(new Uint8Array(32).fill(9))
const owner = { address: "sy1qexample", version: 2 }

describe("a decryption key", () => {
  it("opens to the key that was sealed", async () => {
    const { secret, publicKey } = generateDecryptionKey(ids)
    const { kid, privateKey } = await openDecryptionKey(
      vault,
      owner,
      await sealDecryptionKey(vault, ids, owner, secret),
    )
    expect(kid).toBe("sy1qexample#2")
    expect(createPublicKey(privateKey).export({ format: "jwk" })).toEqual({
      crv: "X25519",
      kty: "OKP",
      x: publicKey,
    })
    const own = foreignKey(publicKey)
    if (own === undefined) throw new Error("A public key of ours is good.")
    expect(diffieHellman({ privateKey, publicKey: own })).toHaveLength(32)
  })

  it("never shows its secret, and never twice the same box", async () => {
    const { secret } = generateDecryptionKey(ids)
    const boxes = await Promise.all([1, 2].map(() => sealDecryptionKey(vault, ids, owner, secret)))
    expect(boxes[0]).not.toEqual(boxes[1])
    for (const { box } of boxes)
      expect(Buffer.from(box, "base64url").includes(Buffer.from(secret))).toBe(false)
  })

  it("opens for no other wallet or version, and not when a bit was changed", async () => {
    const sealed = await sealDecryptionKey(vault, ids, owner, generateDecryptionKey(ids).secret)
    await expect(
      openDecryptionKey(vault, { ...owner, address: "sy1qother" }, sealed),
    ).rejects.toThrow(Error)
    await expect(openDecryptionKey(vault, { ...owner, version: 1 }, sealed)).rejects.toThrow(Error)
    const box = Buffer.from(sealed.box, "base64url")
    for (let at = 0; at < box.length; at += 1) {
      const changed = Buffer.from(box)
      changed[at] = (box[at] ?? 0) ^ 1
      await expect(
        openDecryptionKey(vault, owner, { ...sealed, box: changed.toString("base64url") }),
      ).rejects.toThrow(Error)
    }
  })

  it("is never taken for a signing key of the same wallet and version, nor the other way around", async () => {
    const secret = ids.bytes(32)
    const [decrypts, signs] = [
      await sealDecryptionKey(vault, ids, owner, secret),
      await sealKey(vault, ids, owner, secret),
    ]
    await expect(openKey(vault, owner, decrypts)).rejects.toThrow(Error)
    await expect(openDecryptionKey(vault, owner, signs)).rejects.toThrow(Error)
  })

  it("holds 32 bytes", async () => {
    await expect(sealDecryptionKey(vault, ids, owner, new Uint8Array(31))).rejects.toThrow(
      RangeError,
    )
    expect(() => generateDecryptionKey({ bytes: () => new Uint8Array(33) })).toThrow(RangeError)
  })

  it("is named by wallet and version", () =>
    expect(decryptionKid({ address: "sy1q", version: 10 })).toBe("sy1q#10"))
})
