import { OauthRefused, type Symbolon } from "@symbolon/core"
import { oauth as endpoints } from "@symbolon/core/contract"
import { bodyOf } from "../call.ts"
import { decoder } from "../decode/decoder.ts"
import { parseForm } from "../decode/form.ts"
import { jsonReply, type Request } from "../exchange.ts"
import type { Limiter } from "../limiter.ts"
import { type ChecksOf, limitsOf } from "../limits.ts"
import { admit, type Exchange, type Plan } from "../plan.ts"
import { templateOf } from "../route.ts"
import { type ClientCredentials, clientCredentials } from "./client-credentials.ts"
import { oauthRefusalReply } from "./refusal-reply.ts"

const formBytesMost = 16_384

interface TokenRequest {
  readonly client: ClientCredentials | undefined
  readonly grantType: string | undefined
  readonly scope: string | undefined
}

/**
 * The plan of `POST /oauth2/token`. It is counted twice: each call for its client and address, and each failed authentication for its
 * address. Where failures have used up their allowance, nothing is read any more.
 */
export const planToken = ({ symbolon, limiter }: { readonly symbolon: Symbolon; readonly limiter: Limiter }): Plan => {
  const { calls, failures = calls } = limitsOf(endpoints.token)
  return {
    method: "POST",
    template: templateOf(endpoints.token),
    isCrossOrigin: false,
    shown: failures,
    refuse: oauthRefusalReply,
    answer: async (exchange) => {
      admit(exchange, await limiter.lookStrictly(failures(exchange)))
      const asked = await readRequest(exchange.request).catch((fault: unknown) => ({ fault }))
      exchange.clientId = "fault" in asked ? undefined : asked.client?.clientId
      admit(exchange, await limiter.charge(calls(exchange)))
      if ("fault" in asked) throw asked.fault
      const token = await countingFailures({ limiter, failures, exchange }, () => grant(symbolon, asked))
      const body = { access_token: token.accessToken, token_type: "Bearer", expires_in: token.expiresInSeconds, scope: token.scope }
      return jsonReply(200, body, { pragma: "no-cache" })
    },
  }
}

const grant = (symbolon: Symbolon, { client, grantType, scope }: TokenRequest) => {
  if (grantType === undefined) throw new OauthRefused({ error: "invalid_request", description: "grant_type is required." })
  if (grantType !== "client_credentials")
    throw new OauthRefused({ error: "unsupported_grant_type", description: "Supported: client_credentials." })
  if (client?.clientSecret === undefined)
    throw new OauthRefused({ error: "invalid_client", description: "Send the client's id and secret, by HTTP Basic or in the body." })
  return symbolon.issueClientToken({ clientId: client.clientId, clientSecret: client.clientSecret, scope })
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

const decodeFields = decoder(endpoints.token.body ?? missing())

const readRequest = async (request: Request): Promise<TokenRequest> => {
  // RFC 6749 section 2.3.1: what stands in a URL stands in logs.
  const inUrl = new URLSearchParams(request.query)
  if (fieldNames.some((name) => inUrl.has(name))) throw invalidRequest("Send the parameters in the body, never in the URL.")
  const form = parseForm(await bodyOf(request, "application/x-www-form-urlencoded", formBytesMost))
  if (form === "duplicate") throw invalidRequest("A parameter was sent more than once.")
  if (form === "not_utf8") throw invalidRequest("The body is not UTF-8 text.")
  const fields = decodeFields({ grant_type: "", ...Object.fromEntries(form) }) as { readonly scope?: string }
  return { client: clientCredentials(request.headers["authorization"], form), grantType: form.get("grant_type"), scope: fields.scope }
}

const fieldNames = ["grant_type", "client_id", "client_secret", "scope", "code", "code_verifier", "refresh_token", "subject_token"]

const invalidRequest = (description: string): OauthRefused => new OauthRefused({ error: "invalid_request", description })

function missing(): never {
  throw new Error("The token endpoint has no body in the contract.")
}
