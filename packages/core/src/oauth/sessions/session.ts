import type { GrantType } from "../clients/client.ts"

/**
 * What stands behind a code, a refresh token and every access token that came of them: ending it
 * ends them all.
 */
export interface OauthSession {
  readonly sid: string
  readonly clientId: string
  /** Undefined behind an app's own tokens. */
  readonly userUuid: string | undefined
  /** How it began. */
  readonly grantType: GrantType
  /** What was granted; a token may carry less, never more. */
  readonly scopes: readonly string[]
  /**
   * When, how strongly and by what the user signed in (OpenID Connect Core section 2); undefined
   * behind an app's own tokens.
   */
  readonly authTime: Date | undefined
  readonly acr: string | undefined
  readonly amr: readonly string[]
  readonly createdAt: Date
  /** When the last of its tokens ends. */
  readonly expiresAt: Date
  readonly revokedAt: Date | undefined
}
