import type { ServiceSigner } from "../../service-keys/service-keyring.ts"
import { type SignedToken, signToken, tokenTypes } from "./signed-token.ts"

/**
 * What an access token says (RFC 9068). No roles and no entitlements: every call asks for those
 * anew.
 */
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
  readonly auth_time?: number
  readonly acr?: string
  readonly amr?: readonly string[]
  /** The organization that the token acts for; an app's own token acts for the app's. */
  readonly organization_uuid?: string
  /** The organization whose app it was issued to. */
  readonly client_organization_uuid?: string
}

/** The `iss` and `aud` of tokens of a service. */
export const issuerOf = (baseUrl: string): string => `${baseUrl}/oauth2`
export const audienceOf = (baseUrl: string): string => `${baseUrl}/api/v1`

/** Signs an access token: RS256, `typ: at+jwt`. */
export const signAccessToken = (claims: AccessClaims, signer: ServiceSigner): Promise<string> =>
  signToken(tokenTypes.access, claims, signer)

/**
 * The claims of an access token of this service, whatever the time; undefined for a token of
 * another type, issuer or audience.
 */
export const accessClaimsIn = (
  { typ, claims }: SignedToken,
  baseUrl: string,
): AccessClaims | undefined =>
  typ === tokenTypes.access &&
  isAccessClaims(claims) &&
  claims.iss === issuerOf(baseUrl) &&
  claims.aud === audienceOf(baseUrl)
    ? claims
    : undefined

const texts = ["iss", "sub", "aud", "jti", "client_id", "scope", "sid"] as const

const isAccessClaims = (
  claims: Readonly<Record<string, unknown>>,
): claims is Readonly<Record<string, unknown>> & AccessClaims =>
  texts.every((name) => typeof claims[name] === "string") &&
  typeof claims["exp"] === "number" &&
  typeof claims["iat"] === "number" &&
  (claims["organization_uuid"] === undefined || typeof claims["organization_uuid"] === "string")
