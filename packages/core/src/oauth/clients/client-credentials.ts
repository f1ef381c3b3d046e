/**
 * What a client says it is, and its proof: the secret of a confidential client; nothing for a
 * public one.
 */
export interface ClientCredentials {
  /** The `client_id`. */
  readonly clientId: string
  /** The secret of a confidential client; undefined for a public one. */
  readonly clientSecret: string | undefined
}
