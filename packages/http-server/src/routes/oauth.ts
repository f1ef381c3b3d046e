import { oauth as endpoints, scopes } from "@symbolon/core/contract"
import { openDirectRoute, type Route, tell } from "../route.ts"

/** Good for five minutes: a new key is published long before it signs. */
const cached = { "cache-control": "public, max-age=300" }

/** What the authorization server publishes. `/token` is in `oauth/token.ts`: it speaks another language of errors. */
export const oauthRoutes: readonly Route[] = [
  openDirectRoute(endpoints.jwks, (_input, symbolon) =>
    tell({ keys: symbolon.jwks().keys.map((key) => ({ ...key })) }, { headers: cached }),
  ),
  openDirectRoute(endpoints.listScopes, (input) => {
    const wanted = input.scope?.split(" ").filter((name) => name !== "")
    const listed = Object.entries(scopes).filter(([name]) => wanted?.includes(name) ?? true)
    return tell(
      { scopes: listed.map(([name, { description, audience }]) => ({ name, description, audience: [...audience] })) },
      { headers: cached },
    )
  }),
]
