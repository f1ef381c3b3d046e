import { type KeyObject, sign, verify } from "node:crypto"
import type { ServiceSigner } from "../../service-keys/service-keyring.ts"

/** The types of what the `tokens` keys sign (header `typ`): none is ever taken for another. */
export const tokenTypes = { access: "at+jwt", id: "JWT", door: "door+jwt" } as const

/** A JWT whose signature is one of ours. Says nothing about time, issuer or audience. */
export interface SignedToken {
  readonly typ: string
  readonly claims: Readonly<Record<string, unknown>>
}

/**
 * A JWT (RFC 7519) of these claims, signed with RS256. Signs on the thread pool: an RSA signature
 * would hold the event loop for half a millisecond.
 */
export const signToken = (
  typ: (typeof tokenTypes)[keyof typeof tokenTypes],
  claims: object,
  signer: ServiceSigner,
): Promise<string> => {
  const text = `${encoded({ alg: "RS256", typ, kid: signer.keyId })}.${encoded(claims)}`
  return new Promise((resolve, reject) =>
    sign("sha256", Buffer.from(text), signer.privateKey, (reason, signature) =>
      reason === null ? resolve(`${text}.${signature.toString("base64url")}`) : reject(reason),
    ),
  )
}

const encoded = (part: object): string => Buffer.from(JSON.stringify(part)).toString("base64url")

const longestToken = 8192

/**
 * Opens a JWT that one of our keys signed with RS256; undefined for any other text. What the token
 * itself names as its key (`jku`, `jwk`, `x5u`) is never looked at, and `crit` is refused, since we
 * know no extension.
 */
export const openSignedToken = (
  token: string,
  keyOf: (keyId: string) => KeyObject | undefined,
): SignedToken | undefined => {
  if (token.length > longestToken) return undefined
  const [head, body, signature, ...rest] = token.split(".")
  if (head === undefined || body === undefined || signature === undefined || rest.length > 0)
    return undefined
  const header = parsed(head)
  if (
    header === undefined ||
    header["alg"] !== "RS256" ||
    typeof header["typ"] !== "string" ||
    "crit" in header
  )
    return undefined
  const key = typeof header["kid"] === "string" ? keyOf(header["kid"]) : undefined
  if (key === undefined || !isCanonical(signature)) return undefined
  if (!verify("sha256", Buffer.from(`${head}.${body}`), key, Buffer.from(signature, "base64url")))
    return undefined
  const claims = parsed(body)
  return claims === undefined ? undefined : { typ: header["typ"], claims }
}

/** The key that a token names; nothing is checked. */
export const keyIdOf = (token: string): string | undefined => {
  const head =
    token.length > longestToken
      ? undefined
      : /^[A-Za-z0-9_-]+(?=\.[A-Za-z0-9_-]+\.[A-Za-z0-9_-]+$)/.exec(token)?.[0]
  const keyId = head === undefined ? undefined : parsed(head)?.["kid"]
  return typeof keyId === "string" ? keyId : undefined
}

/**
 * Node reads base64url loosely, down to the spare bits of the last letter; a signature in another
 * spelling would be another text for the same token.
 */
const isCanonical = (text: string): boolean =>
  Buffer.from(text, "base64url").toString("base64url") === text

const parsed = (part: string): Record<string, unknown> | undefined => {
  try {
    const value: unknown = JSON.parse(Buffer.from(part, "base64url").toString("utf8"))
    return isRecord(value) ? value : undefined
  } catch {
    return undefined
  }
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value)
