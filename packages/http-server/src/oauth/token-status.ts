import { OauthRefused, type Symbolon, type TokenFacts } from "@symbolon/core"
import { oauth as endpoints } from "@symbolon/core/contract"
import { jsonReply } from "../exchange.ts"
import type { Limiter } from "../limiter.ts"
import type { Plan } from "../plan.ts"
import { type ClientForm, planClientCall } from "./client-call.ts"
import { valueOf } from "./form.ts"

interface Parts {
  readonly symbolon: Symbolon
  readonly limiter: Limiter
}

/**
 * The plan of `POST /oauth2/introspect`. Whatever the asker may not know of is not active, and that
 * is all that is said.
 */
export const planIntrospect = ({ symbolon, limiter }: Parts): Plan =>
  planClientCall({
    endpoint: endpoints.introspect,
    symbolon,
    limiter,
    answer: async ({ client, fields }) => {
      const facts = await symbolon.oauth.introspect({ client, token: tokenIn(fields) })
      return jsonReply(
        200,
        facts === undefined ? { active: false } : encodeFacts(facts, symbolon.settings.baseUrl),
        { pragma: "no-cache" },
      )
    },
  })

/** The plan of `POST /oauth2/revoke`. */
export const planRevoke = ({ symbolon, limiter }: Parts): Plan =>
  planClientCall({
    endpoint: endpoints.revoke,
    symbolon,
    limiter,
    answer: async ({ client, fields }) => {
      await symbolon.oauth.revoke({ client, token: tokenIn(fields) })
      return jsonReply(200, {}, { pragma: "no-cache" })
    },
  })

/** `token_type_hint` is only a hint, so it is ignored. */
const tokenIn = (fields: ClientForm["fields"]): string => {
  const token = valueOf(fields, "token")
  if (token === undefined)
    throw new OauthRefused({ error: "invalid_request", description: "token is required." })
  return token
}

const encodeFacts = (facts: TokenFacts, baseUrl: string) => ({
  active: true,
  scope: facts.scope,
  client_id: facts.clientId,
  ...(facts.username === undefined ? {} : { username: facts.username }),
  sub: facts.subject,
  exp: Math.floor(facts.expiresAt.getTime() / 1000),
  iss: `${baseUrl}/oauth2`,
  ...(facts.sid === undefined ? {} : { sid: facts.sid }),
  ...(facts.claims === undefined ? {} : { ...ofAccess(facts.claims), token_type: "Bearer" }),
  token_use: facts.tokenUse,
})

const introspectedClaims = [
  "iat",
  "aud",
  "jti",
  "organization_uuid",
  "auth_time",
  "acr",
  "amr",
  "session_uuid",
] as const

const ofAccess = (claims: NonNullable<TokenFacts["claims"]>) => {
  const all: Readonly<Partial<Record<(typeof introspectedClaims)[number], unknown>>> = claims
  return Object.fromEntries(
    introspectedClaims.flatMap((name) => (all[name] === undefined ? [] : [[name, all[name]]])),
  )
}
