import { limits } from "../../foundation/kernel/limits.ts"
import type { OauthClient } from "../clients/client.ts"
import type { OauthSession } from "./session.ts"

/**
 * When a refresh token given at `now` ends: 7 days for first-party apps, 30 for all others, never
 * beyond a year of the session.
 */
export const refreshTokenEnd = (
  client: Pick<OauthClient, "isFirstParty">,
  session: Pick<OauthSession, "createdAt">,
  now: Date,
): Date => {
  const seconds = client.isFirstParty
    ? limits.userRefreshTokenLifetimeSeconds
    : limits.clientRefreshTokenLifetimeSeconds
  const longest = session.createdAt.getTime() + limits.oauthSessionLongestSeconds * 1000
  return new Date(Math.min(now.getTime() + seconds * 1000, longest))
}

/** When an access token given at `now` ends. */
export const accessTokenEnd = (now: Date): Date =>
  new Date(now.getTime() + limits.accessTokenLifetimeSeconds * 1000)

/** Whether the client may refresh what a user allowed it. */
export const mayRefresh = (client: Pick<OauthClient, "grantTypes">): boolean =>
  client.grantTypes.includes("refresh_token")

/** The end of a session whose newest tokens are given at `now`: that of the last of them. */
export const sessionEnd = (
  client: OauthClient,
  session: Pick<OauthSession, "createdAt">,
  now: Date,
): Date => {
  const access = accessTokenEnd(now)
  if (!mayRefresh(client)) return access
  const refresh = refreshTokenEnd(client, session, now)
  return refresh > access ? refresh : access
}
