import { type KeyObject, sign } from "node:crypto"
import { compactVerify, decodeProtectedHeader } from "jose"
import type { ServiceSigner } from "../../service-keys/service-keyring.ts"

/** The types of what the `tokens` keys sign (header `typ`): none is ever taken for another. */
export const tokenTypes = { access: "at+jwt", id: "JWT", door: "door+jwt" } as const

/** A JWT whose signature is one of ours. Says nothing about time, issuer or audience. */
export interface SignedToken {
  readonly typ: string
  readonly claims: Readonly<Record<string, unknown>>
}

/**
 * A JWT (RFC 7519) of these claims, signed with RS256, off the event loop. By hand, since a signature
 * through Web Crypto takes this thread longer than all the rest of a token.
 */
export const signToken = async (
  typ: (typeof tokenTypes)[keyof typeof tokenTypes],
  claims: object,
  { keyId, privateKey }: ServiceSigner,
): Promise<string> => {
  const signed = `${part({ alg: "RS256", typ, kid: keyId })}.${part(claims)}`
  return `${signed}.${(await rsaSignature(signed, privateKey)).toString("base64url")}`
}

const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString("base64url")

const rsaSignature = (text: string, key: KeyObject): Promise<Buffer> =>
  new Promise((resolve, reject) => {
    sign("sha256", Buffer.from(text), key, (reason, signature) => {
      if (reason === null) resolve(signature)
      else reject(reason)
    })
  })

const longestToken = 8192

/**
 * Opens a JWT that one of our keys signed with RS256; undefined for any other text. What the token
 * itself names as its key (`jku`, `jwk`, `x5u`) is never looked at, and `crit` is refused, since we
 * know no extension.
 */
export const openSignedToken = async (
  token: string,
  keyOf: (keyId: string) => KeyObject | undefined,
): Promise<SignedToken | undefined> => {
  const header = headerOf(token)
  if (header === undefined || typeof header.typ !== "string" || "crit" in header) return undefined
  const key = typeof header.kid === "string" ? keyOf(header.kid) : undefined
  if (key === undefined || !isCanonical(token.slice(token.lastIndexOf(".") + 1))) return undefined
  try {
    const { payload } = await compactVerify(token, key, { algorithms: ["RS256"] })
    const claims: unknown = JSON.parse(Buffer.from(payload).toString("utf8"))
    return isRecord(claims) ? { typ: header.typ, claims } : undefined
  } catch {
    return undefined
  }
}

/** The key that a token names; nothing is checked. */
export const keyIdOf = (token: string): string | undefined => {
  const keyId: unknown = headerOf(token)?.kid
  return typeof keyId === "string" && shape.test(token) ? keyId : undefined
}

const shape = /^[A-Za-z0-9_-]+\.[A-Za-z0-9_-]+\.[A-Za-z0-9_-]+$/

const headerOf = (token: string): ReturnType<typeof decodeProtectedHeader> | undefined => {
  if (token.length > longestToken) return undefined
  try {
    return decodeProtectedHeader(token)
  } catch {
    return undefined
  }
}

/**
 * Base64url is often read loosely, down to the spare bits of the last letter; a signature in another
 * spelling would be another text for the same token.
 */
const isCanonical = (text: string): boolean =>
  Buffer.from(text, "base64url").toString("base64url") === text

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value)
