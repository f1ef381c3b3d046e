import { createHash } from "node:crypto"
import type { ServiceSigner } from "../../service-keys/service-keyring.ts"
import { issuerOf } from "./access-token.ts"
import { type SignedToken, signToken, tokenTypes } from "./signed-token.ts"

/**
 * What an ID token says (OpenID Connect Core section 2). Who the user is beyond `sub` is told by
 * `/userinfo` alone.
 */
export interface IdClaims {
  readonly iss: string
  readonly sub: string
  /** The client. */
  readonly aud: string
  readonly azp: string
  /** Seconds. */
  readonly exp: number
  readonly iat: number
  readonly auth_time: number
  readonly acr: string
  readonly amr: readonly string[]
  readonly sid: string
  readonly nonce?: string
  readonly at_hash?: string
}

/**
 * Signs an ID token: RS256, with the left half of the access token's SHA-256 as `at_hash` (OpenID
 * Connect Core section 3.1.3.6).
 */
export const signIdToken = (
  claims: IdClaims,
  accessToken: string,
  signer: ServiceSigner,
): Promise<string> =>
  signToken(tokenTypes.id, { ...claims, at_hash: halfHash(accessToken) }, signer)

const halfHash = (text: string): string =>
  createHash("sha256").update(text).digest().subarray(0, 16).toString("base64url")

/**
 * What an ID token that we issued once says of whom and to whom; its age does not matter
 * (`id_token_hint`, OpenID Connect Core section 3.1.2.1).
 */
export const idClaimsIn = (
  { typ, claims }: SignedToken,
  baseUrl: string,
): { readonly sub: string; readonly aud: string; readonly sid: string } | undefined => {
  const { iss, sub, aud, sid } = claims
  const isOurs = typ === tokenTypes.id && iss === issuerOf(baseUrl)
  return isOurs && typeof sub === "string" && typeof aud === "string" && typeof sid === "string"
    ? { sub, aud, sid }
    : undefined
}
