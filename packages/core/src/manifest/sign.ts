import { type KeyObject, sign } from "node:crypto"

/**
 * The Ed25519 signature over some bytes, base64url. Signs on the thread pool: ten megabytes would
 * hold the event loop for 40 ms.
 */
export const signBytes = (bytes: Uint8Array, key: KeyObject): Promise<string> =>
  new Promise((resolve, reject) =>
    sign(null, bytes, key, (reason, signature) =>
      reason === null ? resolve(signature.toString("base64url")) : reject(reason),
    ),
  )
