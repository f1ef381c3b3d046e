/** A server that issues tokens, with what its load needs to know. */
export interface Issuer {
  readonly port: number
  /** Of its token endpoint. */
  readonly path: string
  /** Its one client's, by HTTP Basic. */
  readonly authorization: string
  /** Where its access tokens are used (RFC 8707). */
  readonly resource: string
  /**
   * Makes a session of a user's for each, as if that user had signed in and consented; answers
   * their refresh tokens.
   */
  readonly openSessions: (count: number, scopes: readonly string[]) => Promise<readonly string[]>
}

/** What the client may ask for: about users, and of the API. */
export const clientScopes: readonly string[] = [
  "openid",
  "offline_access",
  "wallet:read",
  "organization:read",
]

/** The header that proves a client. */
export const basic = (clientId: string, clientSecret: string): string =>
  `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString("base64")}`
