/** One refresh token of a session's chain. Only its SHA-256 is kept (lower-case hex). */
export interface RefreshToken {
  readonly tokenHash: string
  readonly sid: string
  readonly clientId: string
  readonly createdAt: Date
  readonly expiresAt: Date
  readonly consumedAt: Date | undefined
  /**
   * The answer its use was given, sealed under the token itself, so that only who sends it again
   * can read it. Undefined without `refreshReuseGraceSeconds`.
   */
  readonly sealedAnswer: string | undefined
}
