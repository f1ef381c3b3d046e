import { Result } from "effect"
import type { OauthClient } from "./client.ts"
import { OauthRefused } from "./refusal.ts"

/** The scopes of a request: what it names, or all the client has; naming one that the client lacks is refused (RFC 6749 section 3.3). */
export const grantedScopes = (
  client: Pick<OauthClient, "scopes">,
  requested: string | undefined,
): Result.Result<readonly string[], OauthRefused> => {
  const names = requested?.split(" ").filter((name) => name !== "") ?? []
  if (names.length === 0) return Result.succeed(client.scopes)
  const missing = names.filter((name) => !client.scopes.includes(name))
  if (missing.length > 0)
    return Result.fail(new OauthRefused({ error: "invalid_scope", description: "The client may not ask for one of these scopes." }))
  return Result.succeed([...new Set(names)])
}
