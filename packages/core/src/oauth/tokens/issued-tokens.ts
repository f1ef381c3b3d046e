/** What the token endpoint answers. */
export interface IssuedTokens {
  readonly accessToken: string
  readonly expiresInSeconds: number
  /** Space-separated. */
  readonly scope: string
  /** Undefined where the client may not refresh. */
  readonly refreshToken?: string | undefined
  readonly refreshTokenExpiresInSeconds?: number | undefined
  /** Undefined without the scope `openid`. */
  readonly idToken?: string | undefined
}
