import { Result } from "effect"
import type { OauthClient } from "../clients/client.ts"
import { OauthRefused } from "../../foundation/errors/oauth-refusals.ts"

/** The scope names of a text, each once, in order (RFC 6749 section 3.3). */
export const scopeNames = (text: string): readonly string[] => [
  ...new Set(text.split(" ").filter((name) => name !== "")),
]

/**
 * The scopes of a request: what it names, or `otherwise` when it names none. Naming one outside of
 * `allowed` is refused: nothing is dropped in silence.
 */
export const requestedScopes = (
  requested: string | undefined,
  {
    allowed,
    otherwise = allowed,
  }: { readonly allowed: readonly string[]; readonly otherwise?: readonly string[] },
): Result.Result<readonly string[], OauthRefused> => {
  const names = scopeNames(requested ?? "")
  if (names.length === 0) return Result.succeed(otherwise)
  const strange = names.filter((name) => !allowed.includes(name))
  if (strange.length > 0)
    return Result.fail(
      new OauthRefused({
        error: "invalid_scope",
        description: `${shown(strange)}: unknown, or not to be asked for here.`,
      }),
    )
  return Result.succeed(names)
}

/** The scopes of a refusal, by what RFC 6749 lets stand in a description, and not without end. */
const shown = (scopes: readonly string[]): string =>
  scopes
    .join(" ")
    .replaceAll(/[^ !#-[\]-~]/g, "?")
    .slice(0, 200)

/**
 * Scopes of OpenID Connect: about who a user is, never about what an organization's token may do.
 */
export const openidScopes: readonly string[] = [
  "openid",
  "profile",
  "email",
  "phone",
  "offline_access",
]

/** The scopes that are not OpenID Connect's. */
export const withoutOpenid = (scopes: readonly string[]): readonly string[] =>
  scopes.filter((scope) => !openidScopes.includes(scope))

/** Whether a client still has every scope of what was granted through it. */
export const stillHas = (
  client: Pick<OauthClient, "scopes">,
  scopes: Iterable<string>,
): boolean => {
  for (const scope of scopes) if (!client.scopes.includes(scope)) return false
  return true
}

/**
 * The scopes that a token's claims tell of: made once for as long as the claims are kept, since
 * each call of the API asks for them.
 */
export const scopesOf = (claims: { readonly scope: string }): ReadonlySet<string> => {
  const known = scopesByClaims.get(claims)
  if (known !== undefined) return known
  const scopes = new Set(scopeNames(claims.scope))
  scopesByClaims.set(claims, scopes)
  return scopes
}

const scopesByClaims = new WeakMap<object, ReadonlySet<string>>()
