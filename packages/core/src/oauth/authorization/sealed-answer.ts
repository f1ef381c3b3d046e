import { createCipheriv, createDecipheriv, createHash } from "node:crypto"

/**
 * The key of an answer: only who holds the refresh token can make it, and the store holds no more
 * than the token's hash.
 */
const keyOf = (refreshToken: string): Buffer =>
  createHash("sha256").update(`symbolon/refresh-answer/v1 ${refreshToken}`).digest()

const nonceBytes = 12
const tagBytes = 16

/**
 * Seals what a refresh answered under the token that was used: AES-256-GCM, base64url of nonce,
 * ciphertext and tag.
 */
export const sealAnswer = (answer: string, refreshToken: string, nonce: Uint8Array): string => {
  const cipher = createCipheriv("aes-256-gcm", keyOf(refreshToken), nonce)
  return Buffer.concat([
    nonce,
    cipher.update(answer, "utf8"),
    cipher.final(),
    cipher.getAuthTag(),
  ]).toString("base64url")
}

/**
 * Opens what {@link sealAnswer} sealed; throws when it was changed, or sealed under another token.
 */
export const openAnswer = (sealed: string, refreshToken: string): string => {
  const bytes = Buffer.from(sealed, "base64url")
  const decipher = createDecipheriv(
    "aes-256-gcm",
    keyOf(refreshToken),
    bytes.subarray(0, nonceBytes),
  )
  decipher.setAuthTag(bytes.subarray(-tagBytes))
  return Buffer.concat([
    decipher.update(bytes.subarray(nonceBytes, -tagBytes)),
    decipher.final(),
  ]).toString("utf8")
}

/** How many random bytes {@link sealAnswer} wants. */
export const answerNonceBytes = nonceBytes
