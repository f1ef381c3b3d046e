import type { AuthorizationRequest } from "./authorization-request.ts"

/**
 * An authorization request that waits for its user to sign in or to decide. It holds the request as
 * it was judged, so that the browser cannot change it; one row each, so that several tabs can be
 * under way at once.
 */
export interface OauthChallenge {
  /** SHA-256 of the challenge, lower-case hex. */
  readonly challengeHash: string
  /** SHA-256 of the cookie of the browser that may go on with it. */
  readonly browserHash: string
  /** SHA-256 of the token that its forms carry. */
  readonly csrfHash: string
  readonly request: AuthorizationRequest
  /** Whether the user has said which account to use, where the request asks for that. */
  readonly isAccountChosen: boolean
  /** Whether the user has signed in since the request came: as recent as a request can require. */
  readonly isSignedInAnew: boolean
  readonly createdAt: Date
  readonly expiresAt: Date
  readonly consumedAt: Date | undefined
}
