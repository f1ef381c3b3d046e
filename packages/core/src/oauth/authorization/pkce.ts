import { createHash, timingSafeEqual } from "node:crypto"

/** Whether a text can be an S256 challenge: 32 bytes in base64url (RFC 7636 section 4.2). */
export const isCodeChallenge = (text: string): boolean => /^[A-Za-z0-9_-]{43}$/.test(text)

/** Whether a text can be a verifier (RFC 7636 section 4.1). */
export const isCodeVerifier = (text: string): boolean => /^[A-Za-z0-9\-._~]{43,128}$/.test(text)

/** Whether a code verifier matches the challenge that was sent with the authorization request. */
export const answersChallenge = (verifier: string, challenge: string): boolean => {
  const digest = createHash("sha256").update(verifier).digest()
  const expected = Buffer.from(challenge, "base64url")
  return (
    isCodeVerifier(verifier) &&
    digest.length === expected.length &&
    timingSafeEqual(digest, expected)
  )
}
