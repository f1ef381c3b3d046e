import { createHash, createPublicKey, type KeyObject, verify } from "node:crypto"
import { SignJWT } from "jose"
import type { ServiceSigner } from "../service-keys/service-keyring.ts"
import type { ServiceKey } from "../service-keys/service-key.ts"

/** What an access token says (RFC 9068). No roles and no entitlements: every call asks for those anew. */
export interface AccessClaims {
  readonly iss: string
  readonly sub: string
  readonly aud: string
  /** Seconds. */
  readonly exp: number
  readonly iat: number
  readonly jti: string
  readonly client_id: string
  readonly scope: string
  /** The session behind the token. */
  readonly sid: string
  readonly organization_uuid?: string
}

/** The `iss` and `aud` of tokens of a service. */
export const issuerOf = (baseUrl: string): string => `${baseUrl}/oauth2`
export const audienceOf = (baseUrl: string): string => `${baseUrl}/api/v1`

/** Signs an access token: RS256, `typ: at+jwt`. */
export const signAccessToken = (claims: AccessClaims, signer: ServiceSigner): Promise<string> =>
  new SignJWT({ ...claims }).setProtectedHeader({ alg: "RS256", typ: "at+jwt", kid: signer.keyId }).sign(signer.privateKey)

const clockSkewSeconds = 60
const longestToken = 8192

/** Checks tokens of this service: signature, type, issuer, audience and time. Says nothing about whether the session still lives. */
export interface AccessTokenVerifier {
  /** The claims of a good token; undefined for any other text. */
  readonly check: (token: string, now: Date) => AccessClaims | undefined
}

const rememberedMost = 10_000

/**
 * Verifies with `node:crypto` once and remembers the verdict under the token's SHA-256 until the token ends: a known token costs
 * microseconds. Only good tokens are remembered, and never the token itself.
 */
export const accessTokenVerifier = (keys: readonly ServiceKey[], baseUrl: string): AccessTokenVerifier => {
  const publicKeys = new Map(keys.map((key) => [key.keyId, createPublicKey({ key: JSON.parse(key.publicKey), format: "jwk" })]))
  const good = new Map<string, AccessClaims>()

  const remember = (digest: string, claims: AccessClaims): AccessClaims => {
    good.set(digest, claims)
    if (good.size > rememberedMost)
      for (const oldest of good.keys()) {
        good.delete(oldest)
        break
      }
    return claims
  }

  return {
    check: (token, now) => {
      if (token.length > longestToken) return undefined
      const digest = createHash("sha256").update(token).digest("base64")
      const known = good.get(digest)
      const claims = known ?? verified(token, publicKeys)
      if (claims === undefined || !isFor(claims, baseUrl) || !isInForce(claims, now)) {
        good.delete(digest)
        return undefined
      }
      return known ?? remember(digest, claims)
    },
  }
}

const isFor = (claims: AccessClaims, baseUrl: string): boolean => claims.iss === issuerOf(baseUrl) && claims.aud === audienceOf(baseUrl)

const isInForce = (claims: AccessClaims, now: Date): boolean => {
  const seconds = now.getTime() / 1000
  return seconds < claims.exp && seconds >= claims.iat - clockSkewSeconds
}

/** The claims, when the signature is one of ours. Keys named by the token itself (`jku`, `jwk`, `x5u`) are never looked at. */
const verified = (token: string, publicKeys: ReadonlyMap<string, KeyObject>): AccessClaims | undefined => {
  const [head, body, signature, ...rest] = token.split(".")
  if (head === undefined || body === undefined || signature === undefined || rest.length > 0) return undefined
  const header = parsed(head)
  if (header === undefined || header["alg"] !== "RS256" || header["typ"] !== "at+jwt" || "crit" in header) return undefined
  const key = typeof header["kid"] === "string" ? publicKeys.get(header["kid"]) : undefined
  if (key === undefined || !verify("sha256", Buffer.from(`${head}.${body}`), key, Buffer.from(signature, "base64url"))) return undefined
  const claims = parsed(body)
  return claims !== undefined && isAccessClaims(claims) ? claims : undefined
}

const parsed = (part: string): Record<string, unknown> | undefined => {
  try {
    const value: unknown = JSON.parse(Buffer.from(part, "base64url").toString("utf8"))
    return isRecord(value) ? value : undefined
  } catch {
    return undefined
  }
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === "object" && value !== null && !Array.isArray(value)

const texts = ["iss", "sub", "aud", "jti", "client_id", "scope", "sid"] as const

const isAccessClaims = (claims: Record<string, unknown>): claims is Record<string, unknown> & AccessClaims =>
  texts.every((name) => typeof claims[name] === "string") &&
  typeof claims["exp"] === "number" &&
  typeof claims["iat"] === "number" &&
  (claims["organization_uuid"] === undefined || typeof claims["organization_uuid"] === "string")
