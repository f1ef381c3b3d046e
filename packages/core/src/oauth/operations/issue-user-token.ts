import { Effect } from "effect"
import type { Caller } from "../../foundation/access/caller.ts"
import { permitHost } from "../../foundation/access/permit.ts"
import { NotFound } from "../../foundation/errors/refusals.ts"
import { organizationOf } from "../../organizations/steps.ts"
import { keysChangedAt } from "../../service-keys/steps.ts"
import { step } from "../../foundation/step.ts"
import { Ports, read, transact } from "../../foundation/unit-of-work.ts"
import type { IssuedTokens } from "../tokens/issued-tokens.ts"
import { signedAccessToken } from "../tokens/prepare-tokens.ts"
import { OauthRefused } from "../../foundation/errors/oauth-refusals.ts"
import { requestedScopes } from "../authorization/scopes.ts"
import { accessTokenEnd } from "../sessions/session-terms.ts"
import type { OauthSession } from "../sessions/session.ts"
import type { IssueUserTokenInput } from "../inputs.ts"

/**
 * Issues a token for a user without a sign-in. For the host alone: the console of a test server,
 * and programs that embed the core.
 */
export const issueUserToken = step(function* (caller: Caller, input: IssueUserTokenInput) {
  yield* Effect.fromResult(permitHost(caller))
  const { ids, clock } = yield* Ports
  const now = clock.now()
  const { client, organization, changedAt } = yield* read(function* (tx) {
    const client = yield* tx.oauthClients.find(input.clientId)
    const user = yield* tx.users.find(input.userUuid)
    if (client === undefined || user === undefined || user.deletedAt !== undefined)
      return yield* new NotFound({ what: "user" })
    if (!client.grantTypes.includes("authorization_code"))
      return yield* new OauthRefused({
        error: "unauthorized_client",
        description: "This client may not act for users.",
      })
    yield* Effect.fromResult(requestedScopes(input.scopes.join(" "), { allowed: client.scopes }))
    const organization =
      input.organization === undefined ? undefined : yield* organizationOf(input.organization)
    return { client, organization, changedAt: yield* keysChangedAt("tokens") }
  })
  const session: OauthSession = {
    sid: ids.uuid(),
    clientId: client.clientId,
    userUuid: input.userUuid,
    grantType: "authorization_code",
    scopes: input.scopes,
    authTime: now,
    acr: "0",
    amr: [],
    createdAt: now,
    expiresAt: accessTokenEnd(now),
    revokedAt: undefined,
  }
  const toSign = {
    session,
    client,
    scopes: input.scopes,
    organizationUuid: organization?.uuid,
    keysChangedAt: changedAt,
    now,
  }
  const signed: IssuedTokens = yield* signedAccessToken(toSign)
  yield* transact(function* (tx) {
    yield* tx.oauthSessions.open(session)
  })
  return signed
})
