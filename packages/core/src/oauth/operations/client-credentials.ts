import { Effect } from "effect"
import type { Caller } from "../../foundation/access/caller.ts"
import { permitHost } from "../../foundation/access/permit.ts"
import { scopesFor } from "../../contract/scopes.ts"
import { keysChangedAt } from "../../service-keys/steps.ts"
import { step } from "../../foundation/step.ts"
import { Ports, sharedRead, transact } from "../../foundation/unit-of-work.ts"
import type { IssuedTokens } from "../tokens/issued-tokens.ts"
import { signedAccessToken } from "../tokens/prepare-tokens.ts"
import { OauthRefused } from "../../foundation/errors/oauth-refusals.ts"
import { requestedScopes } from "../authorization/scopes.ts"
import { accessTokenEnd } from "../sessions/session-terms.ts"
import type { OauthSession } from "../sessions/session.ts"
import { clientFor } from "../steps.ts"
import type { IssueClientTokenInput } from "../inputs.ts"

const forApps: readonly string[] = scopesFor("client")

/**
 * The `client_credentials` grant: a token of an app for itself, bound to its organization (RFC 6749
 * section 4.4).
 */
export const issueClientToken = step(function* (caller: Caller, input: IssueClientTokenInput) {
  yield* Effect.fromResult(permitHost(caller))
  const { ids, clock } = yield* Ports
  const { client, changedAt } = yield* sharedRead(function* () {
    return {
      client: yield* clientFor(input.client, "client_credentials"),
      changedAt: yield* keysChangedAt("tokens"),
    }
  })
  if (client.clientType !== "confidential")
    return yield* new OauthRefused({
      error: "unauthorized_client",
      description: "Only a confidential client can act for itself.",
    })
  const allowed = client.scopes.filter((scope) => forApps.includes(scope))
  const scopes = yield* Effect.fromResult(requestedScopes(input.scope, { allowed }))
  const now = clock.now()
  const session: OauthSession = {
    sid: ids.uuid(),
    clientId: client.clientId,
    userUuid: undefined,
    grantType: "client_credentials",
    scopes,
    authTime: undefined,
    acr: undefined,
    amr: [],
    createdAt: now,
    expiresAt: accessTokenEnd(now),
    revokedAt: undefined,
  }
  const signed: IssuedTokens = yield* signedAccessToken({
    session,
    client,
    scopes,
    organizationUuid: client.organizationUuid,
    keysChangedAt: changedAt,
    now,
  })
  yield* transact(function* (tx) {
    yield* tx.oauthSessions.open(session)
  })
  return signed
})
