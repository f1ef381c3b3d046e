/**
 * An authorization code between `/authorize` and `/token`. Only its SHA-256 is kept (lower-case
 * hex).
 */
export interface OauthCode {
  readonly codeHash: string
  readonly clientId: string
  readonly userUuid: string
  /** The session that its redemption opens, and that its replay ends. */
  readonly sid: string
  readonly redirectUri: string
  /** PKCE, S256. */
  readonly codeChallenge: string
  readonly nonce: string | undefined
  readonly scopes: readonly string[]
  readonly authTime: Date
  readonly acr: string
  readonly amr: readonly string[]
  readonly createdAt: Date
  readonly expiresAt: Date
  readonly consumedAt: Date | undefined
}
