import { Effect } from "effect"
import type { Caller } from "../../access/caller.ts"
import { permitHost } from "../../access/permit.ts"
import { Ports, read, Tx } from "../../unit-of-work.ts"
import type { AccessClaims } from "../access-token.ts"
import { callerOf } from "../caller-of.ts"
import type { OauthClient } from "../client.ts"
import type { ClientCredentials } from "../client-credentials.ts"
import type { LiveSession } from "../oauth-repository.ts"
import { openedAccessToken } from "../prepare-tokens.ts"
import { authenticatedClient } from "../steps.ts"
import { tokenHash } from "../token-hash.ts"

/** What a live token is (RFC 7662 section 2.2). */
export interface TokenFacts {
  readonly tokenUse: "access" | "refresh" | "door"
  /** Space-separated. */
  readonly scope: string
  readonly clientId: string
  readonly username: string | undefined
  readonly subject: string
  readonly expiresAt: Date
  /** Undefined for a door's token, which hangs on no session. */
  readonly sid: string | undefined
  /** What an access token says of itself; undefined for a refresh token. */
  readonly claims: AccessClaims | undefined
}

/**
 * Whether a token is live, for a client that may know: its own tokens, those bound to its organization, and all of them for a
 * confidential first-party client, which is how a resource server of the platform asks. Everything else is not live, and that
 * is all anybody learns.
 */
export const introspect = Effect.fnUntraced(function* (caller: Caller, input: { readonly client: ClientCredentials; readonly token: string }) {
  yield* Effect.fromResult(permitHost(caller))
  const { clock } = yield* Ports
  const now = clock.now()
  const opened = yield* openedAccessToken(input.token)
  return yield* read(function* () {
    const client: OauthClient = yield* authenticatedClient(input.client)
    const facts = opened === undefined ? yield* refreshFacts(input.token, now) : accessFacts(opened, now)
    return facts !== undefined && maySee(client, facts) ? facts : undefined
  })
})

const maySee = (client: OauthClient, { clientId, claims }: TokenFacts): boolean =>
  clientId === client.clientId ||
  (client.clientType === "confidential" && client.isFirstParty) ||
  (client.organizationUuid !== undefined && claims?.organization_uuid === client.organizationUuid)

const accessFacts = ({ claims, live }: { readonly claims: AccessClaims; readonly live: LiveSession }, now: Date): TokenFacts | undefined => {
  const expiresAt = new Date(claims.exp * 1000)
  if (expiresAt <= now || callerOf(live, claims, now) === undefined) return undefined
  return {
    tokenUse: "access",
    scope: claims.scope,
    clientId: claims.client_id,
    username: live.user?.username,
    subject: claims.sub,
    expiresAt,
    sid: claims.sid,
    claims,
  }
}

const refreshFacts = Effect.fnUntraced(function* (text: string, now: Date) {
  const tx = yield* Tx
  const token = yield* tx.refreshTokens.find(tokenHash(text))
  if (token === undefined || token.consumedAt !== undefined || token.expiresAt <= now) return undefined
  const live = yield* tx.oauthSessions.find(token.sid)
  if (live === undefined || live.session.revokedAt !== undefined || live.client.disabledAt !== undefined) return undefined
  const { session, client, user } = live
  const facts: TokenFacts = {
    tokenUse: "refresh",
    scope: session.scopes.join(" "),
    clientId: client.clientId,
    username: user?.username,
    subject: session.userUuid ?? client.clientId,
    expiresAt: token.expiresAt,
    sid: session.sid,
    claims: undefined,
  }
  return facts
})
