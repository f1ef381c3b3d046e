import { createHash } from "node:crypto"

/**
 * What is kept of a claim code: a SHA-256 that is bound to the card, so that equal codes of two
 * cards do not look alike.
 */
export const claimCodeHash = (cardUuid: string, claimCode: string): string =>
  createHash("sha256").update(`${cardUuid}:${claimCode.trim().toUpperCase()}`).digest("base64url")
