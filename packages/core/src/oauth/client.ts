import type { Role } from "../organizations/organization.ts"

export type GrantType = "authorization_code" | "refresh_token" | "client_credentials" | "urn:ietf:params:oauth:grant-type:token-exchange"

/** An app registered with an organization (specification, "Authentication" 2 and 3). */
export interface OauthClient {
  readonly clientId: string
  /** Undefined for the platform's own clients. */
  readonly organizationUuid: string | undefined
  readonly name: string
  readonly clientType: "confidential" | "public"
  /** Lower-case hex SHA-256; two may live while a secret is rotated. */
  readonly secretHashes: readonly string[]
  readonly grantTypes: readonly GrantType[]
  readonly scopes: readonly string[]
  readonly redirectUris: readonly string[]
  /** What a client-credentials token may do in the organization; undefined only reads. */
  readonly serviceRole: Role | undefined
  readonly isFirstParty: boolean
  readonly createdAt: Date
  readonly disabledAt: Date | undefined
}

/** What stands behind a token: ending it ends them all (decisions, section 2). */
export interface OauthSession {
  readonly sid: string
  readonly clientId: string
  readonly userUuid: string | undefined
  /** The organization an org-scoped token is bound to. */
  readonly organizationUuid: string | undefined
  readonly scopes: readonly string[]
  readonly createdAt: Date
  readonly expiresAt: Date
  readonly revokedAt: Date | undefined
}
