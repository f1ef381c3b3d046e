import { createSecretKey, type KeyObject } from "node:crypto"

/**
 * The same key for `createCipheriv` and `createDecipheriv`, made in under 1 µs. Given bytes, Node 24
 * catches an error of its own to see that they are not a `KeyObject`: 12 µs for each cipher, more
 * than sealing a short secret takes.
 */
export const cipherKey = (bytes: Uint8Array): KeyObject => createSecretKey(bytes)
