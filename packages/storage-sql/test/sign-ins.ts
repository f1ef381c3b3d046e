import type {
  Consent,
  Login,
  OauthChallenge,
  OauthClient,
  OauthCode,
  OauthSession,
  Passkey,
  RefreshToken,
  Repositories,
  ServiceKey,
} from "@symbolon/core/storage"
import { at, firstMember, hash, oauthClient, sealedKey, uuid } from "./sample-organization.ts"

/** Members of the organization who are signed in, by number: the n-th member at one of many apps. */

const appCount = 50

export const app = (n: number): OauthClient => ({
  ...oauthClient,
  clientId: `app-${n % appCount}`,
  redirectUris: [`https://app-${n % appCount}.example/cb`],
})

export const oauthSession = (n: number): OauthSession => ({
  sid: uuid(n),
  clientId: app(n).clientId,
  userUuid: uuid(firstMember + n),
  grantType: "authorization_code",
  scopes: ["openid"],
  authTime: at(n),
  acr: "1",
  amr: ["pwd"],
  createdAt: at(n),
  expiresAt: at(n),
  revokedAt: undefined,
})

export const oauthCode = (n: number): OauthCode => ({
  codeHash: hash(n),
  clientId: app(n).clientId,
  userUuid: uuid(firstMember + n),
  sid: uuid(n),
  redirectUri: "https://app.example/cb",
  codeChallenge: "A".repeat(43),
  nonce: undefined,
  scopes: ["openid"],
  authTime: at(n),
  acr: "1",
  amr: ["pwd"],
  createdAt: at(n),
  expiresAt: at(n),
  consumedAt: undefined,
})

export const refreshToken = (n: number): RefreshToken => ({
  tokenHash: hash(n),
  sid: uuid(n),
  clientId: app(n).clientId,
  createdAt: at(n),
  expiresAt: at(n),
  consumedAt: undefined,
  sealedAnswer: undefined,
})

export const oauthChallenge = (n: number): OauthChallenge => ({
  challengeHash: hash(n),
  browserHash: hash(n),
  csrfHash: hash(n),
  request: {
    clientId: app(n).clientId,
    redirectUri: "https://app.example/cb",
    scopes: ["openid"],
    state: undefined,
    nonce: undefined,
    codeChallenge: "A".repeat(43),
    responseMode: "query",
    prompt: [],
    maxAgeSeconds: undefined,
    hintedUserUuid: undefined,
    loginHint: undefined,
    uiLocales: [],
  },
  isAccountChosen: false,
  isSignedInAnew: false,
  createdAt: at(n),
  expiresAt: at(n),
  consumedAt: undefined,
})

export const consent = (n: number): Consent => ({
  userUuid: uuid(firstMember + n),
  clientId: app(n).clientId,
  scopes: ["openid"],
  createdAt: at(n),
  updatedAt: at(n),
})

export const login = (n: number): Login => ({
  tokenHash: hash(n),
  userUuid: uuid(firstMember + n),
  authTime: at(n),
  amr: ["pwd"],
  createdAt: at(n),
  seenAt: at(n),
  endedAt: undefined,
})

export const passkey = (n: number): Passkey => ({
  credentialId: `credential-${n}`,
  userUuid: uuid(firstMember + n),
  publicKey: "A".repeat(103),
  counter: 0,
  transports: ["internal"],
  isBackedUp: false,
  name: "Phone",
  createdAt: at(n),
  usedAt: undefined,
})

export const serviceKey: ServiceKey = {
  keyId: "key",
  purpose: "tokens",
  algorithm: "RS256",
  publicKey: "{}",
  sealed: sealedKey,
  status: "active",
  changedAt: at(0),
  notBefore: at(0),
  notAfter: undefined,
  createdAt: at(0),
}

/** Adds the apps that everybody signs in at. */
export const addApps = async (tx: Repositories): Promise<void> => {
  for (let n = 0; n < appCount; n += 1) await tx.oauthClients.add(app(n))
}

/** Signs the n-th member in, who has joined before. */
export const signIn = async (tx: Repositories, n: number): Promise<void> => {
  await tx.oauthSessions.open(oauthSession(n))
  await Promise.all([
    tx.oauthCodes.add(oauthCode(n)),
    tx.refreshTokens.add(refreshToken(n)),
    tx.oauthChallenges.add(oauthChallenge(n)),
    tx.consents.keep(consent(n)),
    tx.logins.add(login(n)),
    tx.passkeys.add(passkey(n)),
  ])
}
