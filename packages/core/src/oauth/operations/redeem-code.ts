import { Effect } from "effect"
import { isEnabled } from "../../accounts/user.ts"
import type { Caller } from "../../foundation/access/caller.ts"
import { permitHost } from "../../foundation/access/permit.ts"
import { keysChangedAt } from "../../service-keys/steps.ts"
import { step } from "../../foundation/step.ts"
import { Ports, read, transact } from "../../foundation/unit-of-work.ts"
import type { OauthClient } from "../clients/client.ts"
import type { OauthCode } from "../authorization/code.ts"
import type { IssuedTokens } from "../tokens/issued-tokens.ts"
import { answersChallenge } from "../authorization/pkce.ts"
import { signedAccessToken, signedIdToken } from "../tokens/prepare-tokens.ts"
import { OauthRefused } from "../../foundation/errors/oauth-refusals.ts"
import { requestedScopes } from "../authorization/scopes.ts"
import { mayRefresh, refreshTokenEnd, sessionEnd } from "../sessions/session-terms.ts"
import type { OauthSession } from "../sessions/session.ts"
import { clientFor } from "../steps.ts"
import { tokenHash } from "../../foundation/sealing/token-hash.ts"
import type { RedeemCodeInput } from "../inputs.ts"

/**
 * The `authorization_code` grant (RFC 6749 section 4.1.3, RFC 7636): returns the tokens of a new
 * session. A code is valid once. A second use of it ends the session that the first one opened.
 */
export const redeemCode = step(function* (caller: Caller, input: RedeemCodeInput) {
  yield* Effect.fromResult(permitHost(caller))
  const { ids } = yield* Ports
  const codeHash = tokenHash(input.code)
  const { client, code, user, changedAt, now } = yield* read(function* (tx, now) {
    const client: OauthClient = yield* clientFor(input.client, "authorization_code")
    const code = yield* tx.oauthCodes.find(codeHash)
    const user = code === undefined ? undefined : yield* tx.users.find(code.userUuid)
    return { client, code, user, changedAt: yield* keysChangedAt("tokens"), now }
  })
  if (code === undefined || !belongsTo(code, client, input)) return yield* refused
  if (code.consumedAt !== undefined) return yield* endReplayed(code)
  if (code.expiresAt <= now || user === undefined || !isEnabled(user)) return yield* refused
  yield* Effect.fromResult(requestedScopes(code.scopes.join(" "), { allowed: client.scopes }))
  const session = sessionOf(code, client, now)
  const toSign = { session, client, scopes: code.scopes, keysChangedAt: changedAt, now }
  const access = yield* signedAccessToken(toSign)
  const idToken = yield* signedIdToken(toSign, {
    accessToken: access.accessToken,
    nonce: code.nonce,
  })
  const refreshToken = mayRefresh(client) ? ids.secret("sy_rt_") : undefined
  const refreshEnd = refreshTokenEnd(client, session, now)
  const isRedeemed = yield* transact(function* (tx) {
    if (!(yield* tx.oauthCodes.consume(codeHash, now))) return false
    yield* tx.oauthSessions.open(session)
    if (refreshToken !== undefined)
      yield* tx.refreshTokens.add({
        tokenHash: tokenHash(refreshToken),
        sid: session.sid,
        clientId: client.clientId,
        createdAt: now,
        expiresAt: refreshEnd,
        consumedAt: undefined,
        sealedAnswer: undefined,
      })
    return true
  })
  if (!isRedeemed) return yield* endReplayed(code)
  const refreshTokenExpiresInSeconds =
    refreshToken === undefined
      ? undefined
      : Math.floor((refreshEnd.getTime() - now.getTime()) / 1000)
  const tokens: IssuedTokens = {
    ...access,
    refreshToken,
    refreshTokenExpiresInSeconds,
    idToken,
  }
  return tokens
})

const refused = new OauthRefused({
  error: "invalid_grant",
  description:
    "The code is unknown, expired or used, or does not match the client, the redirect_uri or the code_verifier.",
})

/**
 * Whether the client that sends the code is the one it was issued to: no other client can use it,
 * or end its session.
 */
const belongsTo = (
  code: OauthCode,
  client: OauthClient,
  { redirectUri, codeVerifier }: RedeemCodeInput,
): boolean =>
  code.clientId === client.clientId &&
  code.redirectUri === redirectUri &&
  answersChallenge(codeVerifier, code.codeChallenge)

/** A code that comes twice may have been stolen: what it opened ends (RFC 6749 section 4.1.2). */
const endReplayed = step(function* (code: OauthCode) {
  yield* transact(function* (tx, now) {
    yield* tx.oauthSessions.end(code.sid, now, "code_replayed")
  })
  return yield* refused
})

const sessionOf = (code: OauthCode, client: OauthClient, now: Date): OauthSession => ({
  sid: code.sid,
  clientId: client.clientId,
  userUuid: code.userUuid,
  grantType: "authorization_code",
  scopes: code.scopes,
  authTime: code.authTime,
  acr: code.acr,
  amr: code.amr,
  createdAt: now,
  expiresAt: sessionEnd(client, { createdAt: now }, now),
  revokedAt: undefined,
})
