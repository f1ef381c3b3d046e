import type {
  Consent,
  Login,
  OauthChallenge,
  OauthClient,
  OauthCode,
  OauthSession,
  RefreshToken,
  ServiceKey,
} from "@symbolon/core/storage"
import type { Columns } from "./columns.ts"

/** The origin of one of a client's redirect URIs. */
export interface ClientOrigin {
  readonly origin: string
  readonly clientId: string
}

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
  postLogoutRedirectUris: "json",
  iconUrl: "text?",
  websiteUrl: "text?",
  policyUrl: "text?",
  tosUrl: "text?",
  serviceRole: "text?",
  isFirstParty: "boolean",
  createdAt: "instant",
  updatedAt: "instant?",
  disabledAt: "instant?",
}

export const clientOriginColumns: Columns<ClientOrigin> = { origin: "text", clientId: "text" }

export const oauthSessionColumns: Columns<OauthSession> = {
  sid: "text",
  clientId: "text",
  userUuid: "text?",
  grantType: "text",
  scopes: "json",
  authTime: "instant?",
  acr: "text?",
  amr: "json",
  createdAt: "instant",
  expiresAt: "instant",
  revokedAt: "instant?",
}

export const storedOauthSessionColumns: Columns<StoredOauthSession> = {
  ...oauthSessionColumns,
  revokedReason: "text?",
}

export const oauthCodeColumns: Columns<OauthCode> = {
  codeHash: "text",
  clientId: "text",
  userUuid: "text",
  sid: "text",
  redirectUri: "text",
  codeChallenge: "text",
  nonce: "text?",
  scopes: "json",
  authTime: "instant",
  acr: "text",
  amr: "json",
  createdAt: "instant",
  expiresAt: "instant",
  consumedAt: "instant?",
}

export const refreshTokenColumns: Columns<RefreshToken> = {
  tokenHash: "text",
  sid: "text",
  clientId: "text",
  createdAt: "instant",
  expiresAt: "instant",
  consumedAt: "instant?",
  sealedAnswer: "text?",
}

export const oauthChallengeColumns: Columns<OauthChallenge> = {
  challengeHash: "text",
  browserHash: "text",
  csrfHash: "text",
  request: "json",
  isAccountChosen: "boolean",
  isSignedInAnew: "boolean",
  createdAt: "instant",
  expiresAt: "instant",
  consumedAt: "instant?",
}

export const consentColumns: Columns<Consent> = {
  userUuid: "text",
  clientId: "text",
  scopes: "json",
  createdAt: "instant",
  updatedAt: "instant",
}

export const loginColumns: Columns<Login> = {
  tokenHash: "text",
  userUuid: "text",
  authTime: "instant",
  amr: "json",
  createdAt: "instant",
  seenAt: "instant",
  endedAt: "instant?",
}

export const serviceKeyColumns: Columns<StoredServiceKey> = {
  keyId: "text",
  purpose: "text",
  algorithm: "text",
  publicKey: "text",
  kekId: "text",
  wrappedKey: "text",
  box: "text",
  status: "text",
  changedAt: "instant",
  notBefore: "instant",
  notAfter: "instant?",
  createdAt: "instant",
}
