import type { Caller } from "../access/caller.ts"
import { InvalidCredentials } from "../errors/refusals.ts"
import type { Clock } from "../ports/clock.ts"
import type { Repositories, Storage } from "../storage/storage.ts"
import type { AccessClaims, AccessTokenVerifier } from "./access-token.ts"

/** Says who an access token speaks for; rejects with {@link InvalidCredentials}. */
export type Authenticate = (token: string) => Promise<Caller>

/**
 * The signature is remembered, the session is not: each call asks the store once, so that an ended session is refused by the very
 * next call in every process. Plain promises, since every request pays for it.
 */
export const openAuthenticate =
  (storage: Storage, clock: Clock, verifier: AccessTokenVerifier): Authenticate =>
  async (token) => {
    const now = clock.now()
    const claims = verifier.check(token, now)
    const caller = claims === undefined ? undefined : await storage.transact("read", (tx) => callerOf(tx, claims, now))
    if (caller === undefined) throw new InvalidCredentials({ reason: "The access token is missing, malformed, expired or revoked." })
    return caller
  }

const callerOf = async (tx: Repositories, claims: AccessClaims, now: Date): Promise<Caller | undefined> => {
  const found = await tx.oauthSessions.find(claims.sid)
  if (found === undefined || found.client.disabledAt !== undefined) return undefined
  const { session, client } = found
  if (session.revokedAt !== undefined || session.expiresAt <= now) return undefined
  const common = {
    clientId: client.clientId,
    scopes: new Set(claims.scope.split(" ")),
    sid: session.sid,
    isFirstParty: client.isFirstParty,
  }
  if (session.userUuid === undefined)
    return { kind: "client", ...common, organizationUuid: session.organizationUuid, serviceRole: client.serviceRole }
  const user = await tx.users.find(session.userUuid)
  if (user === undefined) return undefined
  const acting = { ...common, userUuid: user.uuid, isServiceStaff: user.accountType === "service" }
  if (session.organizationUuid === undefined) return { kind: "user", ...acting }
  return { kind: "organization", ...acting, organizationUuid: session.organizationUuid }
}
