import type { Role } from "../../foundation/access/role.ts"

export const grantTypes = [
  "authorization_code",
  "refresh_token",
  "client_credentials",
  "urn:ietf:params:oauth:grant-type:token-exchange",
] as const
export type GrantType = (typeof grantTypes)[number]

/** What an app shows of itself where people are asked. Stored and shown as links; never fetched. */
export interface ClientLinks {
  /** An absolute URL of the app's icon. */
  readonly iconUrl: string | undefined
  /** An absolute URL of the app's home page. */
  readonly websiteUrl: string | undefined
  /** An absolute URL of its privacy policy. */
  readonly policyUrl: string | undefined
  /** An absolute URL of its terms of service. */
  readonly tosUrl: string | undefined
}

/** An app registered with an organization. */
export interface OauthClient extends ClientLinks {
  readonly clientId: string
  /** Undefined for the platform's own clients. */
  readonly organizationUuid: string | undefined
  readonly name: string
  readonly clientType: "confidential" | "public"
  /** Lower-case hex SHA-256, the newest last; two live while a secret is rotated. */
  readonly secretHashes: readonly string[]
  readonly grantTypes: readonly GrantType[]
  readonly scopes: readonly string[]
  readonly redirectUris: readonly string[]
  /** Where a browser may be sent after a logout. */
  readonly postLogoutRedirectUris: readonly string[]
  /** What a client-credentials token may do in the organization; undefined only reads. */
  readonly serviceRole: Role | undefined
  readonly isFirstParty: boolean
  readonly createdAt: Date
  readonly updatedAt: Date | undefined
  readonly disabledAt: Date | undefined
}

/** An app as it is answered: the hashes of its secrets stay in the store. */
export interface AppView extends Omit<OauthClient, "secretHashes"> {
  /** How many secrets it can prove itself with. */
  readonly liveSecrets: number
}

/** An app without the hashes of its secrets. */
export const viewApp = ({ secretHashes, ...app }: OauthClient): AppView => ({
  ...app,
  liveSecrets: secretHashes.length,
})
