import { oauth as endpoints } from "@symbolon/core/contract"
import { limitsOf } from "../limits.ts"
import { enforceLimit, type Exchange, type Plan } from "../plan.ts"
import { type AnyEndpoint, templateOf } from "../route.ts"
import { prefersHtml } from "./accept.ts"
import { answerReply, returnReply, withJsonBody } from "./answer-reply.ts"
import { bodyOf } from "../call.ts"
import { parseForm } from "../decode/form.ts"
import { queryOf } from "./form.ts"
import { browserOf, countedBrowser, type SignInParts } from "./sign-in-parts.ts"
import { signInRefusal } from "./sign-in-refusal.ts"
import { OauthRefused } from "@symbolon/core"

const formBytesMax = 16_384

/** The plans of `/oauth2/authorize`, with parameters in the query or in a form. */
export const planAuthorize = (parts: SignInParts): readonly Plan[] => [
  plan(parts, endpoints.authorize, ({ request }) => queryOf(request.query)),
  plan(parts, endpoints.authorizeByPost, async ({ request }) => {
    const fields = parseForm(
      await bodyOf(request, "application/x-www-form-urlencoded", formBytesMax),
    )
    if (fields === "not_utf8")
      throw new OauthRefused({
        error: "invalid_request",
        description: "The body is not UTF-8 text.",
      })
    return fields
  }),
]

type Fields = ReadonlyMap<string, readonly string[]>

const plan = (
  parts: SignInParts,
  endpoint: AnyEndpoint,
  read: (exchange: Exchange) => Promise<Fields> | Fields,
): Plan => {
  const { calls } = limitsOf(endpoint)
  return {
    method: endpoint.method,
    template: templateOf(endpoint),
    isCrossOrigin: false,
    rateLimitHeaders: calls,
    refuse: signInRefusal(parts.baseUrl),
    answer: async (exchange) => {
      const { headers } = exchange.request
      const browser = await browserOf(parts, headers)
      exchange.browser = countedBrowser(parts, headers, browser)
      enforceLimit(exchange, await parts.limiter.charge(calls(exchange)))
      const parameters = await read(exchange)
      exchange.clientId = parameters.get("client_id")?.[0]
      const answer = await parts.symbolon.oauth.authorize({ parameters, ...browser })
      const isJson = !prefersHtml(headers["accept"])
      if (answer.kind !== "return") return answerReply(parts, answer, { isJson })
      // An answer for the app is always a redirect. A challenge is JSON or a page.
      return isJson ? withJsonBody(parts, answer) : returnReply(parts, answer)
    },
  }
}
