import { randomBytes, sign, verify, createPublicKey } from "node:crypto"
import { describe, expect, it } from "vitest"
import { memoryKeyVault } from "../testing/index.ts"
import { rawPublicKey } from "../ledger-proof/public-key.ts"
import { generateKey, openKey, sealKey, signingKey } from "./sealed-key.ts"

const ids = { bytes: (size: number) => new Uint8Array(randomBytes(size)) }
const vault = memoryKeyVault(new Uint8Array(32).fill(9))
const owner = { address: "sy1qexample", version: 1 }

describe("a sealed key", () => {
  it("opens to the key that was sealed", async () => {
    const { seed, publicKey } = generateKey(ids)
    const opened = await openKey(vault, owner, await sealKey(vault, ids, owner, seed))
    expect(rawPublicKey(opened.publicKeyPem)).toEqual(new Uint8Array(publicKey))
    expect(opened.version).toBe(1)
    const message = Buffer.from("points")
    expect(
      verify(
        null,
        message,
        createPublicKey(opened.publicKeyPem),
        sign(null, message, opened.privateKey),
      ),
    ).toBe(true)
  })

  it("never shows its seed, and never twice the same box", async () => {
    const { seed } = generateKey(ids)
    const boxes = await Promise.all([
      sealKey(vault, ids, owner, seed),
      sealKey(vault, ids, owner, seed),
    ])
    expect(boxes[0]).not.toEqual(boxes[1])
    for (const { box, wrapped } of boxes) {
      expect(Buffer.from(box, "base64url").length).toBe(12 + 32 + 16)
      expect(Buffer.from(box, "base64url").includes(Buffer.from(seed))).toBe(false)
      expect(wrapped.kekId).not.toBe("")
    }
  })

  it("opens for nobody else, and not when a bit was changed", async () => {
    const sealed = await sealKey(vault, ids, owner, generateKey(ids).seed)
    await expect(openKey(vault, { ...owner, address: "sy1qother" }, sealed)).rejects.toThrow(Error)
    await expect(openKey(vault, { ...owner, version: 2 }, sealed)).rejects.toThrow(Error)
    await expect(
      openKey(memoryKeyVault(new Uint8Array(32).fill(8)), owner, sealed),
    ).rejects.toThrow(Error)
    const box = Buffer.from(sealed.box, "base64url")
    for (let at = 0; at < box.length; at += 1) {
      const changed = Buffer.from(box)
      changed[at] = (box[at] ?? 0) ^ 1
      await expect(
        openKey(vault, owner, { ...sealed, box: changed.toString("base64url") }),
      ).rejects.toThrow(Error)
    }
    await expect(
      openKey(vault, owner, { ...sealed, box: box.subarray(0, 40).toString("base64url") }),
    ).rejects.toThrow(Error)
  })

  it("holds 32 bytes", async () => {
    await expect(sealKey(vault, ids, owner, new Uint8Array(31))).rejects.toThrow(RangeError)
    expect(() => signingKey(new Uint8Array(33), 1)).toThrow(RangeError)
  })
})

it("makes the key of RFC 8032 section 7.1, test 1", () => {
  const seed = Buffer.from(
    "9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60",
    "hex",
  )
  const { publicKey } = generateKey({ bytes: () => seed })
  expect(Buffer.from(publicKey).toString("hex")).toBe(
    "d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a",
  )
})
