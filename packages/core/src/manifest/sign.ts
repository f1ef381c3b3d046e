import { type KeyObject, sign } from "node:crypto"

/** The Ed25519 signature over the UTF-8 bytes of a text, base64url. Signs on the thread pool: ten megabytes would hold the event loop for 40 ms. */
export const signText = (text: string, key: KeyObject): Promise<string> =>
  new Promise((resolve, reject) =>
    sign(null, Buffer.from(text), key, (reason, signature) =>
      reason === null ? resolve(signature.toString("base64url")) : reject(reason),
    ),
  )
