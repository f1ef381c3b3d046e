/** Names an organization by its uuid, also one that was deleted. */
export interface CredentialIssuerInput {
  /** Uuid of the organization. */
  readonly organizationUuid: string
}

/** Names one status list of an organization. */
export interface StatusListInput extends CredentialIssuerInput {
  /** From 0. */
  readonly list: number
}
