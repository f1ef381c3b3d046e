import type { OauthClient, OauthSession, ServiceKey } from "@symbolon/core/storage"
import type { Columns } from "./columns.ts"

/** A session behind tokens, with the reason why it was ended. */
export interface StoredOauthSession extends OauthSession {
  readonly revokedReason: string | undefined
}

/** A signing key of the service, its sealed half in columns of its own. */
export interface StoredServiceKey extends Omit<ServiceKey, "sealed"> {
  readonly kekId: string
  readonly wrappedKey: string
  readonly box: string
}

export const oauthClientColumns: Columns<OauthClient> = {
  clientId: "text",
  organizationUuid: "text?",
  name: "text",
  clientType: "text",
  secretHashes: "json",
  grantTypes: "json",
  scopes: "json",
  redirectUris: "json",
  serviceRole: "text?",
  isFirstParty: "boolean",
  createdAt: "instant",
  disabledAt: "instant?",
}

export const oauthSessionColumns: Columns<OauthSession> = {
  sid: "text",
  clientId: "text",
  userUuid: "text?",
  organizationUuid: "text?",
  scopes: "json",
  createdAt: "instant",
  expiresAt: "instant",
  revokedAt: "instant?",
}

export const storedOauthSessionColumns: Columns<StoredOauthSession> = { ...oauthSessionColumns, revokedReason: "text?" }

export const serviceKeyColumns: Columns<StoredServiceKey> = {
  keyId: "text",
  purpose: "text",
  algorithm: "text",
  publicKey: "text",
  kekId: "text",
  wrappedKey: "text",
  box: "text",
  status: "text",
  notBefore: "instant",
  notAfter: "instant?",
  createdAt: "instant",
}
