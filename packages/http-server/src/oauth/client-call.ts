import { type Check, type ClientCredentials, OauthRefused, type Symbolon } from "@symbolon/core"
import type { Reply, Request } from "../exchange.ts"
import type { Limiter } from "../limiter.ts"
import { type ChecksOf, limitsOf, unauthenticatedChecks } from "../limits.ts"
import { enforceLimit, type Exchange, type Plan } from "../plan.ts"
import { type AnyEndpoint, templateOf } from "../route.ts"
import { clientCredentials } from "./client-credentials.ts"
import { queryOf, readForm } from "./form.ts"
import { oauthRefusalReply } from "./refusal-reply.ts"

/** A form that a client sent in its own name. */
export interface ClientForm {
  readonly client: ClientCredentials
  readonly fields: ReadonlyMap<string, readonly string[]>
}

interface ClientCall {
  readonly endpoint: AnyEndpoint
  readonly symbolon: Symbolon
  readonly limiter: Limiter
  /** Parameters that may be sent more than once. */
  readonly repeatable?: readonly string[]
  readonly answer: (form: ClientForm) => Promise<Reply>
}

/**
 * The plan of a call by a client: token, introspection, revocation. Two limits apply: one counts
 * calls, the other counts failed authentications for the address. Only at the token endpoint,
 * exhausted failures also stop calls that would authenticate.
 *
 * Pages on the origins of registered redirect URIs may read the answers, for apps that run in a
 * browser.
 */
export const planClientCall = ({
  endpoint,
  symbolon,
  limiter,
  repeatable = [],
  answer,
}: ClientCall): Plan => {
  const { calls, clientCalls, failures = calls, stops } = limitsOf(endpoint)
  const malformed = unauthenticatedChecks(templateOf(endpoint))
  return {
    method: "POST",
    template: templateOf(endpoint),
    isCrossOrigin: (origin) => symbolon.oauth.isAppOrigin({ origin }),
    rateLimitHeaders: (counted) => [...calls(counted), ...clientCalls(counted)],
    refuse: oauthRefusalReply,
    answer: async (exchange) => {
      const stopping = stops(exchange)
      if (stopping.length > 0) enforceLimit(exchange, await limiter.lookStrictly(stopping))
      const read = await readClientForm(exchange.request, repeatable).catch((fault: unknown) => ({
        fault,
      }))
      exchange.clientId = "fault" in read ? undefined : read.client?.clientId
      exchange.hasClientSecret = !("fault" in read) && read.client?.clientSecret !== undefined
      const before = calls(exchange)
      enforceLimit(
        exchange,
        await limiter.charge("fault" in read && before.length === 0 ? malformed(exchange) : before),
      )
      if ("fault" in read) throw read.fault
      const { client, fields } = read
      return countingCalls({ limiter, failures, clientCalls, exchange }, () => {
        if (client === undefined)
          throw new OauthRefused({
            error: "invalid_client",
            description: "Send the client's id and secret, with HTTP Basic or in the body.",
          })
        return answer({ client, fields })
      })
    },
  }
}

interface Counting {
  readonly limiter: Limiter
  readonly failures: ChecksOf
  readonly clientCalls: ChecksOf
  readonly exchange: Exchange
}

/**
 * Counts a call for its authenticated client, and a failed authentication for its address. If a
 * limit is exhausted, the call gets 429.
 */
const countingCalls = async (
  { limiter, failures, clientCalls, exchange }: Counting,
  work: () => Promise<Reply>,
): Promise<Reply> => {
  const own = clientCalls(exchange)
  if (own.length > 0) enforceLimit(exchange, await limiter.lookForRoom(own))
  const counted = async (checks: readonly Check[]): Promise<void> => {
    if (checks.length > 0) enforceLimit(exchange, await limiter.charge(checks))
  }
  try {
    const reply = await work()
    await counted(own)
    return reply
  } catch (reason) {
    if (reason instanceof OauthRefused)
      await counted(reason.error === "invalid_client" ? failures(exchange) : own)
    throw reason
  }
}

const secrets = [
  "client_id",
  "client_secret",
  "grant_type",
  "scope",
  "code",
  "code_verifier",
  "refresh_token",
  "subject_token",
  "token",
]

const readClientForm = async (request: Request, repeatable: readonly string[]) => {
  // RFC 6749 section 2.3.1: URLs appear in logs.
  const inUrl = queryOf(request.query)
  if (secrets.some((name) => inUrl.has(name))) throw sentInUrl()
  const fields = await readForm(request, repeatable)
  // A parameter in both places counts as sent twice.
  if ([...fields.keys()].some((name) => inUrl.has(name))) throw sentInUrl()
  return { client: clientCredentials(request.headers["authorization"], fields), fields }
}

const sentInUrl = (): OauthRefused =>
  new OauthRefused({
    error: "invalid_request",
    description: "Send the parameters in the body, never in the URL.",
  })
