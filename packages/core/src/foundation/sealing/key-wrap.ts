import { createCipheriv, createDecipheriv, type KeyObject } from "node:crypto"
import { cipherKey } from "../kernel/cipher-key.ts"
import { privateKeyOf, rawPublicOf } from "../kernel/raw-key.ts"
import type { Ids } from "../ports/ids.ts"
import { concatKdf } from "./concat-kdf.ts"
import { agree, foreignKey } from "./key-agreement.ts"

const keySize = 32
const algorithm = "ECDH-ES+A256KW"
/**
 * AES key wrap of RFC 3394, and its initial value (section 2.2.3.1), which is what shows that
 * unwrapping went well.
 */
const cipher = "id-aes256-wrap"
const initialValue = Buffer.alloc(8, 0xa6)

/** A key that is wrapped for one recipient. */
export interface WrappedContentKey {
  /** The ephemeral public key, raw, base64url. */
  readonly epk: string
  /** 8 bytes longer than the key. */
  readonly encryptedKey: Uint8Array
}

/**
 * Wraps a content's key for the holder of `publicKey` (`ECDH-ES+A256KW`, RFC 7518 section 4.6 over
 * RFC 8037). The ephemeral key is new for every recipient, as RFC 7518 section 4.6 demands.
 * Undefined when nothing secret can be agreed on with that key.
 */
export const wrapKey = (
  contentKey: Uint8Array,
  publicKey: KeyObject,
  ids: Pick<Ids, "bytes">,
): WrappedContentKey | undefined => {
  const secret = ids.bytes(keySize)
  const ephemeral = privateKeyOf("X25519", secret)
  secret.fill(0)
  return withAgreed(ephemeral, publicKey, (wrapping) => {
    const wrap = createCipheriv(cipher, cipherKey(wrapping), initialValue)
    return {
      epk: rawPublicOf(ephemeral),
      encryptedKey: Buffer.concat([wrap.update(contentKey), wrap.final()]),
    }
  })
}

/**
 * Unwraps what {@link wrapKey} wrapped; undefined when it was for another key, or anything was
 * changed. The caller wipes it.
 */
export const unwrapKey = (
  { epk, encryptedKey }: WrappedContentKey,
  privateKey: KeyObject,
): Uint8Array | undefined => {
  const publicKey = foreignKey(epk)
  if (publicKey === undefined) return undefined
  return withAgreed(privateKey, publicKey, (wrapping) => {
    try {
      const unwrap = createDecipheriv(cipher, cipherKey(wrapping), initialValue)
      const contentKey = Buffer.concat([unwrap.update(encryptedKey), unwrap.final()])
      return contentKey.length === keySize ? contentKey : undefined
    } catch {
      return undefined
    }
  })
}

/** Hands the wrapping key that two keys agree on to `use`, and wipes it afterwards. */
const withAgreed = <A>(
  privateKey: KeyObject,
  publicKey: KeyObject,
  use: (wrapping: Uint8Array) => A,
): A | undefined => {
  const agreed = agree(privateKey, publicKey)
  if (agreed === undefined) return undefined
  const wrapping = concatKdf(agreed, { algorithm, bits: keySize * 8 })
  agreed.fill(0)
  try {
    return use(wrapping)
  } finally {
    wrapping.fill(0)
  }
}
