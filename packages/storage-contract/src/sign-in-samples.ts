import type {
  Consent,
  Login,
  OauthChallenge,
  OauthCode,
  RefreshToken,
} from "@symbolon/core/storage"
import { club } from "./club.ts"
import { at, hash, uuid } from "./samples.ts"

// What signing in leaves, made from a number: Ann's, in the club's first app, unless a case says
// otherwise.

export const oauthCode = (n: number, change: Partial<OauthCode> = {}): OauthCode => ({
  codeHash: hash(n),
  clientId: club.scanner.clientId,
  userUuid: club.ann.uuid,
  sid: uuid(n),
  redirectUri: "https://app.example/cb",
  codeChallenge: "A".repeat(43),
  nonce: undefined,
  scopes: ["openid"],
  authTime: at(n),
  acr: "1",
  amr: ["pwd"],
  createdAt: at(n),
  expiresAt: at(n + 600_000),
  consumedAt: undefined,
  ...change,
})

export const refreshToken = (
  n: number,
  of: Pick<RefreshToken, "sid"> & Partial<RefreshToken>,
): RefreshToken => ({
  tokenHash: hash(n),
  clientId: club.scanner.clientId,
  createdAt: at(n),
  expiresAt: at(n + 3_600_000),
  consumedAt: undefined,
  sealedAnswer: undefined,
  ...of,
})

export const oauthChallenge = (
  n: number,
  change: Partial<OauthChallenge> = {},
): OauthChallenge => ({
  challengeHash: hash(n),
  browserHash: hash(n + 1),
  csrfHash: hash(n + 2),
  request: {
    clientId: club.scanner.clientId,
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
  expiresAt: at(n + 600_000),
  consumedAt: undefined,
  ...change,
})

export const consent = (n: number, change: Partial<Consent> = {}): Consent => ({
  userUuid: club.ann.uuid,
  clientId: club.scanner.clientId,
  scopes: ["openid"],
  createdAt: at(n),
  updatedAt: at(n),
  ...change,
})

export const login = (n: number, change: Partial<Login> = {}): Login => ({
  tokenHash: hash(n),
  userUuid: club.ann.uuid,
  authTime: at(n),
  amr: ["pwd"],
  createdAt: at(n),
  seenAt: at(n),
  endedAt: undefined,
  ...change,
})
