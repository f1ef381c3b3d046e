import { isEnabled } from "../../accounts/user.ts"
import type { Caller } from "../../foundation/access/caller.ts"
import type { AccessClaims } from "./access-token.ts"
import type { LiveSession } from "../oauth-repository.ts"
import { scopesOf, stillHas } from "../authorization/scopes.ts"

/**
 * Who a good token speaks for, if its session, client and user still stand behind all that it says.
 */
export const callerOf = (
  { session, client, user }: LiveSession,
  claims: AccessClaims,
  now: Date,
): Caller | undefined => {
  if (
    session.revokedAt !== undefined ||
    session.expiresAt <= now ||
    client.disabledAt !== undefined
  )
    return undefined
  const scopes = scopesOf(claims)
  if (
    claims.client_id !== client.clientId ||
    !client.grantTypes.includes(session.grantType) ||
    !stillHas(client, scopes)
  )
    return undefined
  const common = {
    clientId: client.clientId,
    scopes,
    sid: session.sid,
    isFirstParty: client.isFirstParty,
  }
  if (session.userUuid === undefined)
    return {
      kind: "client",
      ...common,
      organizationUuid: client.organizationUuid,
      serviceRole: client.serviceRole,
    }
  if (user === undefined || !isEnabled(user)) return undefined
  const acting = {
    ...common,
    authTime: session.authTime,
    userUuid: user.uuid,
    isServiceStaff: user.accountType === "service",
  }
  if (claims.organization_uuid === undefined) return { kind: "user", ...acting }
  return { kind: "organization", ...acting, organizationUuid: claims.organization_uuid }
}
