/**
 * What sealing and opening cannot do without, on keys that are ready, and nothing around it: no
 * envelope, no JSON, no checks.
 */
import {
  createCipheriv,
  createDecipheriv,
  createPublicKey,
  diffieHellman,
  generateKeyPairSync,
  hash,
  type JsonWebKey,
  type KeyObject,
  randomBytes,
} from "node:crypto"

const initialValue = Buffer.alloc(8, 0xa6)

export interface RawSealed {
  readonly wrapped: readonly { readonly ephemeral: JsonWebKey; readonly key: Uint8Array }[]
  readonly nonce: Uint8Array
  readonly ciphertext: Uint8Array
  readonly tag: Uint8Array
}

/** X25519, SHA-256 and AES key wrap to each recipient, and AES-256-GCM once. */
export const rawSeal = (text: Uint8Array, recipients: readonly KeyObject[]): RawSealed => {
  const contentKey = randomBytes(32)
  const nonce = randomBytes(12)
  const sealing = createCipheriv("aes-256-gcm", contentKey, nonce)
  const ciphertext = Buffer.concat([sealing.update(text), sealing.final()])
  const wrapped = recipients.map((publicKey) => {
    const { privateKey, publicKey: ephemeral } = generateKeyPairSync("x25519")
    const wrap = createCipheriv("id-aes256-wrap", wrappingKey(privateKey, publicKey), initialValue)
    return {
      ephemeral: ephemeral.export({ format: "jwk" }),
      key: Buffer.concat([wrap.update(contentKey), wrap.final()]),
    }
  })
  return { wrapped, nonce, ciphertext, tag: sealing.getAuthTag() }
}

/** The same backwards, for the recipient at a place. */
export const rawOpen = (
  { wrapped, nonce, ciphertext, tag }: RawSealed,
  at: number,
  privateKey: KeyObject,
): Uint8Array => {
  const mine = wrapped[at]
  if (mine === undefined) throw new Error("There is no such recipient.")
  const ephemeral = createPublicKey({ key: mine.ephemeral, format: "jwk" })
  const unwrap = createDecipheriv(
    "id-aes256-wrap",
    wrappingKey(privateKey, ephemeral),
    initialValue,
  )
  const contentKey = Buffer.concat([unwrap.update(mine.key), unwrap.final()])
  const opening = createDecipheriv("aes-256-gcm", contentKey, nonce).setAuthTag(tag)
  return Buffer.concat([opening.update(ciphertext), opening.final()])
}

const wrappingKey = (privateKey: KeyObject, publicKey: KeyObject): Uint8Array =>
  hash("sha256", diffieHellman({ privateKey, publicKey }), "buffer")
