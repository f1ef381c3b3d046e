import { createPrivateKey, diffieHellman } from "node:crypto"
import { readFileSync } from "node:fs"
import canonicalize from "canonicalize"
import { describe, expect, it } from "vitest"
import {
  agreeByWebCrypto,
  openByWebCrypto,
  sealByWebCrypto,
  secretKey,
} from "../../../test/fixtures/content-by-web-crypto.ts"
import { sha256 } from "../kernel/digest.ts"
import { generateDecryptionKey } from "../../wallets/decryption-key.ts"
import { concatKdf } from "./concat-kdf.ts"
import { contentSealer } from "./content-sealer.ts"
import { privateKeyOf, rawPublicOf } from "../kernel/raw-key.ts"
import { agree, foreignKey } from "./key-agreement.ts"
import { contentHash, dataHash } from "./reward-content.ts"

interface Sealed {
  readonly contents: readonly {
    readonly name: string
    readonly network: string
    readonly id: string
    readonly from_address: string
    readonly to_address: string
    readonly text: string
    readonly recipients: readonly {
      readonly kid: string
      readonly secret: string
      readonly public_key: string
    }[]
    readonly random: {
      readonly content_key: string
      readonly nonce: string
      readonly ephemeral_secrets: readonly string[]
    }
    readonly sealed: string
    readonly data_hash: string
  }[]
  readonly issued: readonly { readonly text: string; readonly content_hash: string }[]
}
interface Agreement {
  readonly concat_kdf: readonly {
    readonly name: string
    readonly secret: string
    readonly algorithm: string
    readonly bits: number
    readonly producer: string
    readonly consumer: string
    readonly derived: string
  }[]
  readonly x25519: readonly {
    readonly name: string
    readonly secret: string
    readonly public_key: string
    readonly other: string
    readonly agreed: string
  }[]
  readonly refused_public_keys: readonly { readonly name: string; readonly public_key: string }[]
}

const read = (name: string) =>
  JSON.parse(
    readFileSync(new URL(`../../../../../vectors/content/${name}.json`, import.meta.url), "utf8"),
  )
const { contents, issued }: Sealed = read("sealed")
const { concat_kdf, x25519, refused_public_keys }: Agreement = read("key-agreement")
const bytes = (hex: string) => new Uint8Array(Buffer.from(hex, "hex"))
const hex = (data: Uint8Array | undefined) => data && Buffer.from(data).toString("hex")
const queue = (...values: readonly string[]) => {
  const remaining = values.map(bytes)
  return {
    bytes: (size: number) =>
      remaining.find(({ length }, at) => length === size && remaining.splice(at, 1)) ??
      new Uint8Array(),
  }
}

describe("sealed.json", () => {
  it.each(contents)(
    "$name",
    async ({
      text,
      recipients,
      random,
      sealed,
      data_hash,
      from_address,
      to_address,
      id,
      network,
    }) => {
      const bound = { network, id, from: from_address, to: to_address }
      const sealer = contentSealer(
        queue(random.content_key, random.nonce, ...random.ephemeral_secrets),
      )
      const content = JSON.parse(text)
      expect(canonicalize(content)).toBe(text)
      const named = recipients.map(({ kid, public_key }) => ({ kid, publicKey: public_key }))
      expect(sealer.seal({ content, recipients: named, bound })).toEqual({ sealed })
      expect([dataHash(sealed), canonicalize(JSON.parse(sealed))]).toEqual([data_hash, sealed])

      const padded = text + " ".repeat(-Buffer.byteLength(text) & 255)
      const again = await sealByWebCrypto({
        padded: Buffer.from(padded),
        bound: { from_address, to_address, id, network },
        recipients: named.map((recipient, at) => ({
          ...recipient,
          ephemeral: bytes(random.ephemeral_secrets[at] ?? ""),
        })),
        contentKey: bytes(random.content_key),
        nonce: bytes(random.nonce),
      })
      expect(again).toBe(sealed)

      for (const { kid, secret, public_key } of recipients) {
        expect(generateDecryptionKey(queue(secret)).publicKey).toBe(public_key)
        expect(
          sealer.open({
            sealed,
            recipient: { kid, privateKey: privateKeyOf("X25519", bytes(secret)) },
            bound,
          }),
        ).toEqual({ content })
        expect(await openByWebCrypto(sealed, kid, bytes(secret))).toBe(padded)
      }
    },
  )
  it.each(issued)("content_hash $content_hash", ({ text, content_hash }) => {
    expect(contentHash(JSON.parse(text))).toBe(content_hash)
    expect(sha256(text)).toBe(content_hash)
  })
  it("has three contents with two recipients each, one text that fills its bucket, and one issued content", () => {
    expect(contents.map(({ recipients }) => recipients.length)).toEqual([2, 2, 2])
    expect(contents.filter(({ text }) => Buffer.byteLength(text) === 256)).toHaveLength(1)
    expect(issued).toHaveLength(1)
  })
})

describe("key-agreement.json", () => {
  it.each(concat_kdf)("$name", ({ secret, algorithm, bits, producer, consumer, derived }) => {
    const key = concatKdf(bytes(secret), {
      algorithm,
      bits,
      producer: Buffer.from(producer),
      consumer: Buffer.from(consumer),
    })
    expect(Buffer.from(key).toString("base64url")).toBe(derived)
  })

  it("agrees on P-256 what RFC 7518 appendix C derives from", () => {
    const ephemeral = {
      kty: "EC",
      crv: "P-256",
      x: "gI0GAILBdu7T53akrFmMyGcsF3n5dO7MmwNBHKW5SV0",
      y: "SLW_xSffzlPWrHEVI30DHM_4egVwt3NQqeUD7nMFpps",
      d: "0_NxaRPUMQoAJt50Gz8YiTr8gRTwyEaCumd-MToTmIo",
    }
    const other = {
      kty: "EC",
      crv: "P-256",
      x: "weNJy2HscCSM6AEDTDg04biOvhFhyyWvOHQfeF_PxMQ",
      y: "e8lnCO-AlStT-NJVX-crhB7QRYhiix03illJOVAOyck",
      d: "VEmDZpDXXK8p8N0Cndsxs924q6nS1RXFASRl6BfUqdw",
    }
    const [privateKey, publicKey] = [ephemeral, other].map((key) =>
      createPrivateKey({ key, format: "jwk" }),
    )
    if (privateKey === undefined || publicKey === undefined) throw new Error("There are two keys.")
    expect(hex(diffieHellman({ privateKey, publicKey }))).toBe(concat_kdf[0]?.secret)
  })

  it.each(x25519)("$name", async ({ secret, public_key, other, agreed }) => {
    const [privateKey, publicKey] = [privateKeyOf("X25519", bytes(secret)), foreignKey(other)]
    expect(rawPublicOf(privateKey)).toBe(public_key)
    expect(publicKey && hex(agree(privateKey, publicKey))).toBe(agreed)
    expect(hex(await agreeByWebCrypto(await secretKey(bytes(secret)), other))).toBe(agreed)
  })

  it.each(refused_public_keys)("refuses $name", ({ public_key }) =>
    expect(foreignKey(public_key)).toBeUndefined(),
  )

  it("refuses nothing that agrees on a secret, but for its spelling", async () => {
    const secret = await secretKey(new Uint8Array(32).fill(5))
    for (const { name, public_key } of refused_public_keys) {
      const agreed = await agreeByWebCrypto(secret, public_key).catch(() => undefined)
      const isOtherwiseGood =
        name.startsWith("9") || name.startsWith("the largest") || name === "all ones"
      expect(agreed !== undefined, name).toBe(isOtherwiseGood)
    }
  })
  it("has 13 of them", () =>
    expect([concat_kdf.length, x25519.length, refused_public_keys.length]).toEqual([1, 2, 13]))
})

it("derives in one round only", () => {
  for (const bits of [0, -8, 7, 264])
    expect(() => concatKdf(new Uint8Array(32), { algorithm: "A256GCM", bits })).toThrow(RangeError)
})
