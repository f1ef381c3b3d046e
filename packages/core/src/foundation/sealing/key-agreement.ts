import { diffieHellman, type KeyObject } from "node:crypto"
import { publicKeyOf } from "../kernel/raw-key.ts"

const keySize = 32

/** 2^255 - 19, the field's prime. */
const prime = 2n ** 255n - 19n
/**
 * The coordinates below the prime whose points are of small order (2, 4 or 8), on the curve or its
 * twist. Whatever the other key is, what is agreed with them is 0: clamping makes every private key
 * a multiple of 8. Source: RFC 7748 sections 5 and 7.
 */
const smallOrder: ReadonlySet<bigint> = new Set([
  0n,
  1n,
  325606250916557431795983626356110631294008115727848805560023387167927233504n,
  39382357235489614581723060781553021112529911719440698176882885853963445705823n,
  prime - 1n,
])

/**
 * A public key that another party sent, raw, base64url. Undefined when it is not 32 bytes in their
 * one spelling, when it is not below the prime (X25519 would reduce it, so one key would have
 * several texts), or when its point is of small order.
 */
export const foreignKey = (text: string): KeyObject | undefined => {
  const raw = Buffer.from(text, "base64url")
  if (raw.length !== keySize || raw.toString("base64url") !== text) return undefined
  const coordinate = BigInt(`0x${Buffer.from(raw).reverse().toString("hex")}`)
  if (coordinate >= prime || smallOrder.has(coordinate)) return undefined
  return publicKeyOf("X25519", raw)
}

/**
 * What two keys agree on (RFC 7748 section 6.1); undefined when it is all zeros, or `privateKey` is
 * not of X25519. The caller wipes it.
 */
export const agree = (privateKey: KeyObject, publicKey: KeyObject): Uint8Array | undefined => {
  try {
    const secret = diffieHellman({ privateKey, publicKey })
    return secret.some((byte) => byte !== 0) ? secret : undefined
  } catch {
    // Keys of two kinds, or an all-zero secret: OpenSSL refuses it by itself, where RFC 7748 leaves
    // that to the caller.
    return undefined
  }
}
