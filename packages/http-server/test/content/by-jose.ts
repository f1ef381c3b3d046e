/**
 * Sealed contents by `jose`: what any JOSE library does with them. Shares no code with ours but the
 * words of the format.
 */
import { createPrivateKey, createPublicKey, type KeyObject } from "node:crypto"
import { GeneralEncrypt, type GeneralJWE, generalDecrypt } from "jose"

/** Somebody's X25519 key as jose takes it. */
export const publicKeyFor = (x: string): KeyObject =>
  createPublicKey({ key: { kty: "OKP", crv: "X25519", x }, format: "jwk" })
export const privateKeyFor = (d: string, x: string): KeyObject =>
  createPrivateKey({ key: { kty: "OKP", crv: "X25519", d, x }, format: "jwk" })

/** The envelope's text. `bound` has the names of the wire. */
export const sealByJose = async (
  content: object,
  recipients: readonly { readonly kid: string; readonly publicKey: KeyObject }[],
  bound: object,
): Promise<string> => {
  const text = Buffer.from(canonical(content))
  const padded = Buffer.concat([text, Buffer.alloc(-text.length & 255, " ")])
  const encrypting = new GeneralEncrypt(padded)
    .setProtectedHeader({ enc: "A256GCM", typ: "symbolon-reward+json" })
    .setAdditionalAuthenticatedData(Buffer.from(`symbolon/content/v1\0${canonical(bound)}`))
  for (const { kid, publicKey } of recipients)
    encrypting.addRecipient(publicKey).setUnprotectedHeader({ alg: "ECDH-ES+A256KW", kid })
  return canonical(await encrypting.encrypt())
}

/** What was sealed, and for which transaction; rejects when it does not open. */
export const openByJose = async (
  sealed: string,
  recipient: { readonly kid: string; readonly privateKey: KeyObject },
): Promise<{ readonly content: unknown; readonly bound: string }> => {
  const all: GeneralJWE = JSON.parse(sealed)
  const recipients = all.recipients.filter(({ header }) => header?.["kid"] === recipient.kid)
  const { plaintext, additionalAuthenticatedData } = await generalDecrypt(
    { ...all, recipients },
    recipient.privateKey,
    {
      keyManagementAlgorithms: ["ECDH-ES+A256KW"],
      contentEncryptionAlgorithms: ["A256GCM"],
    },
  )
  return {
    content: JSON.parse(new TextDecoder().decode(plaintext)),
    bound: new TextDecoder().decode(additionalAuthenticatedData),
  }
}

/**
 * RFC 8785, for values without names that look like numbers, which no object of JavaScript keeps in
 * that order.
 */
const canonical = (value: unknown): string =>
  JSON.stringify(value, (_, part: unknown) =>
    typeof part === "object" && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  )
