/** Names an organization by its uuid, also one that was deleted. */
export interface CredentialIssuerInput {
  readonly organizationUuid: string
}

/** Names one status list of an organization. */
export interface StatusListInput extends CredentialIssuerInput {
  /** From 0. */
  readonly list: number
}
