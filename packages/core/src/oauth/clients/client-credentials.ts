/**
 * What a client says it is, and its proof: the secret of a confidential client; nothing for a
 * public one.
 */
export interface ClientCredentials {
  readonly clientId: string
  readonly clientSecret: string | undefined
}
