import { type ClientCredentials, OauthRefused, type Symbolon } from "@symbolon/core"
import type { Reply, Request } from "../exchange.ts"
import type { Limiter } from "../limiter.ts"
import { type ChecksOf, limitsOf } from "../limits.ts"
import { admit, type Exchange, type Plan } from "../plan.ts"
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
 * The plan of a call that a client makes in its own name: token, introspection, revocation. It is counted twice: each call, and each
 * failed authentication for its address. Where failures have used up their allowance, nothing is read any more.
 *
 * Pages of the origins of registered redirect URIs may read the answers: apps that live in a browser alone.
 */
export const planClientCall = ({ endpoint, symbolon, limiter, repeatable = [], answer }: ClientCall): Plan => {
  const { calls, failures = calls } = limitsOf(endpoint)
  return {
    method: "POST",
    template: templateOf(endpoint),
    isCrossOrigin: (origin) => symbolon.oauth.isAppOrigin({ origin }),
    shown: calls,
    refuse: oauthRefusalReply,
    answer: async (exchange) => {
      admit(exchange, await limiter.lookStrictly(failures(exchange)))
      const read = await readClientForm(exchange.request, repeatable).catch((fault: unknown) => ({ fault }))
      exchange.clientId = "fault" in read ? undefined : read.client?.clientId
      admit(exchange, await limiter.charge(calls(exchange)))
      if ("fault" in read) throw read.fault
      const { client, fields } = read
      return countingFailures({ limiter, failures, exchange }, () => {
        if (client === undefined)
          throw new OauthRefused({ error: "invalid_client", description: "Send the client's id and secret, by HTTP Basic or in the body." })
        return answer({ client, fields })
      })
    },
  }
}

interface Counting {
  readonly limiter: Limiter
  readonly failures: ChecksOf
  readonly exchange: Exchange
}

/** Counts a failed authentication; the one that finds no room is told to wait instead, so that no more than the limit learn anything. */
const countingFailures = async <A>({ limiter, failures, exchange }: Counting, work: () => Promise<A>): Promise<A> => {
  try {
    return await work()
  } catch (reason) {
    if (reason instanceof OauthRefused && reason.error === "invalid_client") admit(exchange, await limiter.charge(failures(exchange)))
    throw reason
  }
}

const secrets = ["client_id", "client_secret", "grant_type", "scope", "code", "code_verifier", "refresh_token", "subject_token", "token"]

const readClientForm = async (request: Request, repeatable: readonly string[]) => {
  // RFC 6749 section 2.3.1: what stands in a URL stands in logs.
  const inUrl = queryOf(request.query)
  if (secrets.some((name) => inUrl.has(name))) throw sentInUrl()
  const fields = await readForm(request, repeatable)
  // What is sent in both places was sent twice.
  if ([...fields.keys()].some((name) => inUrl.has(name))) throw sentInUrl()
  return { client: clientCredentials(request.headers["authorization"], fields), fields }
}

const sentInUrl = (): OauthRefused =>
  new OauthRefused({ error: "invalid_request", description: "Send the parameters in the body, never in the URL." })
