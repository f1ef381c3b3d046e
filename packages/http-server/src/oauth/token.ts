import { type IssuedTokens, limits, OauthRefused, type Symbolon } from "@symbolon/core"
import { oauth as endpoints } from "@symbolon/core/contract"
import { jsonReply } from "../exchange.ts"
import type { Limiter } from "../limiter.ts"
import type { Plan } from "../plan.ts"
import { type ClientForm, planClientCall } from "./client-call.ts"
import { valueOf } from "./form.ts"

const exchangeGrant = "urn:ietf:params:oauth:grant-type:token-exchange"
const accessTokenType = "urn:ietf:params:oauth:token-type:access_token"
const jwtType = "urn:ietf:params:oauth:token-type:jwt"

/** The plan of `POST /oauth2/token`. */
export const planToken = ({
  symbolon,
  limiter,
}: {
  readonly symbolon: Symbolon
  readonly limiter: Limiter
}): Plan =>
  planClientCall({
    endpoint: endpoints.token,
    symbolon,
    limiter,
    repeatable: ["resource", "audience"],
    answer: async (form) => {
      const grantType = valueOf(form.fields, "grant_type")
      if (grantType === undefined) throw invalid("grant_type is required.")
      const grant = grants.get(grantType)
      if (grant === undefined)
        throw new OauthRefused({
          error: "unsupported_grant_type",
          description: `Supported: ${[...grants.keys()].join(", ")}.`,
        })
      const tokens = await grant(symbolon, form)
      const issued = grantType === exchangeGrant ? { issued_token_type: accessTokenType } : {}
      return jsonReply(200, { ...encodeTokens(tokens), ...issued }, { pragma: "no-cache" })
    },
  })

const invalid = (description: string): OauthRefused =>
  new OauthRefused({ error: "invalid_request", description })

type Grant = (symbolon: Symbolon, form: ClientForm) => Promise<IssuedTokens>

const redeem: Grant = (symbolon, { client, fields }) => {
  checkResource(symbolon, fields)
  return symbolon.oauth.redeemCode({
    client,
    code: required(fields, "code", 256),
    redirectUri: required(fields, "redirect_uri", limits.redirectUriMax),
    codeVerifier: required(fields, "code_verifier", 1024),
  })
}

const refresh: Grant = (symbolon, { client, fields }) => {
  checkResource(symbolon, fields)
  return symbolon.oauth.refresh({
    client,
    refreshToken: required(fields, "refresh_token", 256),
    scope: scopeIn(fields),
  })
}

const forItself: Grant = (symbolon, { client, fields }) => {
  checkResource(symbolon, fields)
  return symbolon.oauth.issueClientToken({ client, scope: scopeIn(fields) })
}

const exchange: Grant = (symbolon, { client, fields }) => {
  const type = valueOf(fields, "subject_token_type")
  if (type !== accessTokenType && type !== jwtType)
    throw invalid(`subject_token_type is required and must be ${accessTokenType}.`)
  const wanted = valueOf(fields, "requested_token_type")
  if (wanted !== undefined && wanted !== accessTokenType)
    throw invalid(`requested_token_type must be ${accessTokenType}.`)
  if (fields.has("actor_token") || fields.has("actor_token_type"))
    throw invalid("Delegation (actor_token) is not supported.")
  return symbolon.oauth.exchange({
    client,
    subjectToken: required(fields, "subject_token", 8192),
    scope: scopeIn(fields),
    organizationUuid: valueOf(fields, "organization_uuid"),
    resources: fields.get("resource") ?? [],
    audiences: fields.get("audience") ?? [],
  })
}

const grants: ReadonlyMap<string, Grant> = new Map([
  ["authorization_code", redeem],
  ["refresh_token", refresh],
  ["client_credentials", forItself],
  [exchangeGrant, exchange],
])

const required = (fields: ClientForm["fields"], name: string, most: number): string => {
  const value = valueOf(fields, name)
  if (value === undefined) throw invalid(`${name} is required.`)
  if (value.length > most) throw invalid(`${name} is too long.`)
  return value
}

const scopeIn = (fields: ClientForm["fields"]): string | undefined => {
  const scope = valueOf(fields, "scope")
  if (scope !== undefined && scope.length > limits.scopeMax)
    throw invalid(`scope is longer than ${limits.scopeMax} characters.`)
  return scope
}

/** Where tokens are used (RFC 8707): our API, if it is said at all. */
const checkResource = ({ settings }: Symbolon, fields: ClientForm["fields"]): void => {
  const api = `${settings.baseUrl}/api/v1`
  if ((fields.get("resource") ?? []).some((each) => each !== api))
    throw new OauthRefused({
      error: "invalid_target",
      description: `resource must be ${api}.`,
    })
}

const encodeTokens = (tokens: IssuedTokens) => ({
  access_token: tokens.accessToken,
  token_type: "Bearer",
  expires_in: tokens.expiresInSeconds,
  scope: tokens.scope,
  ...(tokens.refreshToken === undefined
    ? {}
    : {
        refresh_token: tokens.refreshToken,
        refresh_token_expires_in: tokens.refreshTokenExpiresInSeconds,
      }),
  ...(tokens.idToken === undefined ? {} : { id_token: tokens.idToken }),
})
