import { createHmac, timingSafeEqual } from "node:crypto"

const prefix = "sy_dc_"
const written = /^sy_dc_([A-Za-z0-9_-]{43})$/
const half = 16

/**
 * A token for a browser in which a user has signed in: it shows that again, and nothing else. Its
 * key is the stored hash of the user's password, a secret of the service, so that it is kept
 * nowhere and ends with a new password. `nonce` is 16 random bytes.
 */
export const deviceToken = (userUuid: string, passwordHash: string, nonce: Uint8Array): string =>
  `${prefix}${Buffer.concat([nonce, proofOf(userUuid, passwordHash, nonce)]).toString("base64url")}`

/** Which browser a token of this user stands for; undefined when it is not one. */
export const deviceOf = (
  token: string,
  userUuid: string,
  passwordHash: string,
): string | undefined => {
  const bytes = Buffer.from(written.exec(token)?.[1] ?? "", "base64url")
  if (bytes.length !== 2 * half) return undefined
  const nonce = bytes.subarray(0, half)
  return timingSafeEqual(bytes.subarray(half), proofOf(userUuid, passwordHash, nonce))
    ? nonce.toString("base64url")
    : undefined
}

const proofOf = (userUuid: string, passwordHash: string, nonce: Uint8Array): Buffer =>
  createHmac("sha256", passwordHash)
    .update(`symbolon/device/v1\0${userUuid}\0`)
    .update(nonce)
    .digest()
    .subarray(0, half)
