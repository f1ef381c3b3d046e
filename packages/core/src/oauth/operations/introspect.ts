import { Effect } from "effect"
import type { Caller } from "../../foundation/access/caller.ts"
import { permitHost } from "../../foundation/access/permit.ts"
import { isEnabled } from "../../accounts/user.ts"
import { step } from "../../foundation/step.ts"
import { Ports, sharedRead, Tx } from "../../foundation/unit-of-work.ts"
import type { AccessClaims } from "../tokens/access-token.ts"
import { callerOf } from "../tokens/caller-of.ts"
import { isInForce } from "../tokens/in-force.ts"
import type { OauthClient } from "../clients/client.ts"
import type { LiveSession } from "../oauth-repository.ts"
import { type DoorClaims, doorCallerOf } from "../../devices/door-token.ts"
import { deviceOfToken } from "../../devices/steps.ts"
import { openedAccessToken, openedDoorToken } from "../tokens/prepare-tokens.ts"
import { OauthRefused } from "../../foundation/errors/oauth-refusals.ts"
import { stillHas } from "../authorization/scopes.ts"
import { mayRefresh } from "../sessions/session-terms.ts"
import { authenticatedClient } from "../steps.ts"
import { tokenHash } from "../../foundation/sealing/token-hash.ts"
import type { TokenInput } from "../inputs.ts"

/** What a live token is (RFC 7662 section 2.2). */
export interface TokenFacts {
  readonly tokenUse: "access" | "refresh" | "door"
  /** Space-separated. */
  readonly scope: string
  readonly clientId: string
  /**
   * The organization whose app the token was issued to; undefined for an app of no organization,
   * and for a door's token.
   */
  readonly clientOrganizationUuid: string | undefined
  readonly username: string | undefined
  readonly subject: string
  readonly expiresAt: Date
  /** Undefined for a door's token, which hangs on no session. */
  readonly sid: string | undefined
  /** What an access token or a door's says of itself; undefined for a refresh token. */
  readonly claims: AccessClaims | DoorClaims | undefined
}

/**
 * Returns the claims of a live token to a client that may see them: its own tokens, those of its
 * organization's other apps, those scoped to its organization. A first-party client, such as a
 * resource server of the platform, sees all tokens. Undefined for every other token. Rejects public
 * clients, because they cannot authenticate (RFC 7662 section 2.1).
 */
export const introspect = step(function* (caller: Caller, input: TokenInput) {
  yield* Effect.fromResult(permitHost(caller))
  const { clock } = yield* Ports
  const now = clock.now()
  const opened = yield* openedAccessToken(input.token)
  const door = opened === undefined ? yield* openedDoorToken(input.token) : undefined
  return yield* sharedRead(function* () {
    const client: OauthClient = yield* authenticatedClient(input.client)
    if (client.clientType === "public") return yield* unproven
    const facts =
      opened !== undefined
        ? accessFacts(opened, now)
        : door !== undefined
          ? yield* doorFacts(door, now)
          : yield* refreshFacts(input.token, now)
    return facts !== undefined && maySee(client, facts) && (yield* isBoundToWhatIsThere(facts))
      ? facts
      : undefined
  })
})

const unproven = new OauthRefused({
  error: "invalid_client",
  description: "Public clients may not introspect tokens: use a confidential client.",
})

/** A token for an organization ends with it. */
const isBoundToWhatIsThere = step(function* ({ claims }: TokenFacts) {
  const tx = yield* Tx
  const uuid = claims?.organization_uuid
  return uuid === undefined || (yield* tx.organizations.find(uuid)) !== undefined
})

const maySee = (
  { clientId, organizationUuid, isFirstParty }: OauthClient,
  token: TokenFacts,
): boolean =>
  token.clientId === clientId ||
  isFirstParty ||
  (organizationUuid !== undefined &&
    [token.clientOrganizationUuid, token.claims?.organization_uuid].includes(organizationUuid))

const accessFacts = (
  { claims, live }: { readonly claims: AccessClaims; readonly live: LiveSession },
  now: Date,
): TokenFacts | undefined => {
  if (!isInForce(claims, now) || callerOf(live, claims, now) === undefined) return undefined
  return {
    tokenUse: "access",
    scope: claims.scope,
    clientId: claims.client_id,
    clientOrganizationUuid: live.client.organizationUuid,
    username: live.user?.username,
    subject: claims.sub,
    expiresAt: new Date(claims.exp * 1000),
    sid: claims.sid,
    claims,
  }
}

const doorFacts = step(function* (claims: DoorClaims, now: Date) {
  const found = yield* deviceOfToken(claims)
  if (
    found === undefined ||
    !isInForce(claims, now) ||
    doorCallerOf(found, claims, now) === undefined
  )
    return undefined
  const facts: TokenFacts = {
    tokenUse: "door",
    scope: claims.scope,
    clientId: found.device.clientId ?? claims.sub,
    clientOrganizationUuid: undefined,
    username: undefined,
    subject: claims.sub,
    expiresAt: new Date(claims.exp * 1000),
    sid: undefined,
    claims,
  }
  return facts
})

const refreshFacts = step(function* (text: string, now: Date) {
  const tx = yield* Tx
  const token = yield* tx.refreshTokens.find(tokenHash(text))
  if (token === undefined || token.consumedAt !== undefined || token.expiresAt <= now)
    return undefined
  const live = yield* tx.oauthSessions.find(token.sid)
  if (live === undefined || !canRefresh(live, now)) return undefined
  const { session, client, user } = live
  const facts: TokenFacts = {
    tokenUse: "refresh",
    scope: session.scopes.join(" "),
    clientId: client.clientId,
    clientOrganizationUuid: client.organizationUuid,
    username: user?.username,
    subject: session.userUuid ?? client.clientId,
    expiresAt: token.expiresAt,
    sid: session.sid,
    claims: undefined,
  }
  return facts
})

/**
 * Whether a refresh would succeed: a token that cannot be refreshed must not be reported as active.
 */
const canRefresh = ({ session, client, user }: LiveSession, now: Date): boolean => {
  const isLive =
    session.revokedAt === undefined && session.expiresAt > now && client.disabledAt === undefined
  return (
    isLive &&
    mayRefresh(client) &&
    stillHas(client, session.scopes) &&
    user !== undefined &&
    isEnabled(user)
  )
}
