import { Effect } from "effect"
import { type Caller, isServiceStaff } from "../../foundation/access/caller.ts"
import { permitHost } from "../../foundation/access/permit.ts"
import { isLive } from "../../memberships/membership.ts"
import type { Organization } from "../../organizations/organization.ts"
import { step } from "../../foundation/step.ts"
import { Ports, read, Tx } from "../../foundation/unit-of-work.ts"
import { callerOf } from "../tokens/caller-of.ts"
import type { OauthClient } from "../clients/client.ts"
import type { IssuedTokens } from "../tokens/issued-tokens.ts"
import { organizationNamed } from "../tokens/exchange-target.ts"
import { openedAccessToken, signedAccessToken } from "../tokens/prepare-tokens.ts"
import { OauthRefused } from "../../foundation/errors/oauth-refusals.ts"
import { requestedScopes, withoutOpenid } from "../authorization/scopes.ts"
import { clientFor } from "../steps.ts"
import type { ExchangeInput } from "../inputs.ts"

/**
 * Token exchange (RFC 8693): returns a token that acts for an organization in exchange for a user's
 * token. Both belong to the same session and end with it. There is no refresh token, and an
 * exchanged token cannot be exchanged again.
 */
export const exchange = step(function* (caller: Caller, input: ExchangeInput) {
  yield* Effect.fromResult(permitHost(caller))
  const { settings, clock } = yield* Ports
  const now = clock.now()
  const opened = yield* openedAccessToken(input.subjectToken)
  const { client, organization } = yield* read(function* (tx) {
    const client: OauthClient = yield* clientFor(
      input.client,
      "urn:ietf:params:oauth:grant-type:token-exchange",
    )
    const subject =
      opened === undefined || opened.claims.exp * 1000 <= now.getTime()
        ? undefined
        : callerOf(opened.live, opened.claims, now)
    if (subject?.kind !== "user" || subject.clientId !== client.clientId)
      return yield* strangeSubject
    const named = yield* Effect.fromResult(
      organizationNamed({ ...input, baseUrl: settings.baseUrl, clientId: client.clientId }),
    )
    const found = yield* tx.organizations.find(named[0])
    for (const other of named.slice(1))
      if ((yield* tx.organizations.find(other))?.uuid !== found?.uuid) return yield* noTarget
    if (
      found === undefined ||
      !(isServiceStaff(subject) || (yield* belongs(found, subject.userUuid, now)))
    )
      return yield* noTarget
    return { client, organization: found }
  })
  if (opened === undefined) return yield* strangeSubject
  const subjectScopes = opened.claims.scope.split(" ")
  const allowed = withoutOpenid(subjectScopes).filter((scope) => client.scopes.includes(scope))
  const scopes = yield* Effect.fromResult(requestedScopes(input.scope, { allowed }))
  const { session, keysChangedAt } = opened.live
  const toSign = {
    session,
    client,
    scopes,
    organizationUuid: organization.uuid,
    keysChangedAt,
    now,
  }
  const tokens: IssuedTokens = yield* signedAccessToken(toSign)
  return tokens
})

/** RFC 8693 section 2.2.2: a subject token that is not acceptable for any reason. */
const strangeSubject = new OauthRefused({
  error: "invalid_request",
  description: "subject_token is not a live access token of a user that was issued to this client.",
})

/**
 * Answers alike for an organization that does not exist and one that the user has no part in.
 */
const noTarget = new OauthRefused({
  error: "invalid_target",
  description: "There is no such organization for this user.",
})

/** Whether the user is on the organization's team, or a member of it. */
const belongs = step(function* (organization: Organization, userUuid: string, now: Date) {
  const tx = yield* Tx
  if ((yield* tx.staff.find(organization.uuid, userUuid)) !== undefined) return true
  const membership = yield* tx.memberships.findOpen(organization.uuid, userUuid)
  return membership !== undefined && isLive(membership, now)
})
