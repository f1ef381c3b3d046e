import { Effect } from "effect"
import { isEnabled } from "../../accounts/user.ts"
import type { Caller } from "../../foundation/access/caller.ts"
import { permitHost } from "../../foundation/access/permit.ts"
import { step } from "../../foundation/step.ts"
import { Ports, read, sharedRead, transact, Tx } from "../../foundation/unit-of-work.ts"
import type { OauthClient } from "../clients/client.ts"
import type { IssuedTokens } from "../tokens/issued-tokens.ts"
import { signedAccessToken, signedIdToken } from "../tokens/prepare-tokens.ts"
import { OauthRefused } from "../../foundation/errors/oauth-refusals.ts"
import type { RefreshToken } from "../tokens/refresh-token.ts"
import { requestedScopes, stillHas } from "../authorization/scopes.ts"
import { answerNonceBytes, openAnswer, sealAnswer } from "../authorization/sealed-answer.ts"
import { refreshTokenEnd, sessionEnd } from "../sessions/session-terms.ts"
import { clientFor } from "../steps.ts"
import { tokenHash } from "../../foundation/sealing/token-hash.ts"
import type { RefreshInput } from "../inputs.ts"

/**
 * The `refresh_token` grant: returns new tokens and uses up the refresh token that was sent. A
 * second use of a refresh token ends the whole session; of several uses at once, one succeeds.
 */
export const refresh = step(function* (caller: Caller, input: RefreshInput) {
  yield* Effect.fromResult(permitHost(caller))
  const { ids, settings } = yield* Ports
  const hash = tokenHash(input.refreshToken)
  const { client, token, live, now } = yield* sharedRead(function* (tx, now) {
    const client: OauthClient = yield* clientFor(input.client, "refresh_token")
    const token = yield* tx.refreshTokens.find(hash)
    const live = token === undefined ? undefined : yield* tx.oauthSessions.find(token.sid)
    return { client, token, live, now }
  })
  // Another client's token is none at all: nothing is used up, and nothing ends.
  if (token === undefined || live === undefined || token.clientId !== client.clientId)
    return yield* refused
  if (token.consumedAt !== undefined) return yield* reused(token, input.refreshToken)
  const { session, user } = live
  const isLive = session.revokedAt === undefined && session.expiresAt > now && token.expiresAt > now
  if (!isLive || user === undefined || !isEnabled(user)) return yield* refused
  if (!stillHas(client, session.scopes))
    return yield* new OauthRefused({
      error: "invalid_scope",
      description: "The client no longer has all scopes of this session.",
    })
  const scopes = yield* Effect.fromResult(requestedScopes(input.scope, { allowed: session.scopes }))

  const expiresAt = sessionEnd(client, session, now)
  const toSign = {
    session: { ...session, expiresAt },
    client,
    scopes,
    keysChangedAt: live.keysChangedAt,
    now,
  }
  const access = yield* signedAccessToken(toSign)
  const idToken = yield* signedIdToken(toSign, {
    accessToken: access.accessToken,
    nonce: undefined,
  })
  const next = ids.secret("sy_rt_")
  const nextEnd = refreshTokenEnd(client, session, now)
  const answer: IssuedTokens = {
    ...access,
    refreshToken: next,
    refreshTokenExpiresInSeconds: Math.floor((nextEnd.getTime() - now.getTime()) / 1000),
    idToken,
  }
  const sealed =
    settings.oauth.refreshReuseGraceSeconds === 0
      ? undefined
      : sealAnswer(JSON.stringify(answer), input.refreshToken, ids.bytes(answerNonceBytes))
  const isRefreshed = yield* transact(function* (tx) {
    if (!(yield* tx.refreshTokens.consume(hash, now, sealed))) return false
    // A session that was ended meanwhile stays ended, and this token bears no child.
    if (!(yield* tx.oauthSessions.prolong(session.sid, expiresAt))) return yield* refused
    yield* tx.refreshTokens.add({
      tokenHash: tokenHash(next),
      sid: session.sid,
      clientId: client.clientId,
      createdAt: now,
      expiresAt: nextEnd,
      consumedAt: undefined,
      sealedAnswer: undefined,
    })
    return true
  })
  if (isRefreshed) return answer
  const used = yield* read(function* (tx) {
    return yield* tx.refreshTokens.find(hash)
  })
  return yield* reused(used ?? token, input.refreshToken)
})

const refused = new OauthRefused({
  error: "invalid_grant",
  description: "The refresh token is unknown, expired, used or revoked.",
})

/**
 * A token that was used before. Within the grace period the same answer is sent again. After it,
 * the token may be stolen, so the session ends.
 */
const reused = step(function* (token: RefreshToken, text: string) {
  const { settings } = yield* Ports
  const graceMs = settings.oauth.refreshReuseGraceSeconds * 1000
  const answer = yield* transact(function* (tx, now) {
    const inGrace =
      token.consumedAt !== undefined && now.getTime() < token.consumedAt.getTime() + graceMs
    if (inGrace && token.sealedAnswer !== undefined && (yield* isUnended(token.sid)))
      return openAnswer(token.sealedAnswer, text)
    yield* tx.oauthSessions.end(token.sid, now, "refresh_reuse")
    return undefined
  })
  return answer === undefined ? yield* refused : (JSON.parse(answer) as IssuedTokens)
})

const isUnended = step(function* (sid: string) {
  const tx = yield* Tx
  const live = yield* tx.oauthSessions.find(sid)
  return live !== undefined && live.session.revokedAt === undefined
})
