import { InvalidCredentials, OauthRefused, permitToken, type Symbolon } from "@symbolon/core"
import { accessOf, oauth as endpoints } from "@symbolon/core/contract"
import { oauth } from "@symbolon/core/effect"
import { Result } from "effect"
import { bearerToken, noToken } from "../bearer.ts"
import { jsonReply } from "../exchange.ts"
import type { Limiter } from "../limiter.ts"
import { limitsOf, unauthenticatedChecks } from "../limits.ts"
import { enforceLimit, type Exchange, type Plan } from "../plan.ts"
import { templateOf } from "../route.ts"
import { readForm, valueOf } from "./form.ts"
import { oauthRefusalReply } from "./refusal-reply.ts"

/**
 * The plan of `POST /oauth2/userinfo`, where the token may be in a form instead of the header (RFC
 * 6750 section 2.2), but not in both.
 */
export const planUserinfoByPost = ({
  symbolon,
  limiter,
}: {
  readonly symbolon: Symbolon
  readonly limiter: Limiter
}): Plan => {
  const endpoint = endpoints.userinfoByPost
  const template = templateOf(endpoint)
  const { calls, rateLimitHeaders: shown } = limitsOf(endpoint)
  const unauthenticated = unauthenticatedChecks(template)
  return {
    method: "POST",
    template,
    isCrossOrigin: true,
    rateLimitHeaders: shown,
    refuse: oauthRefusalReply,
    answer: async (exchange) => {
      try {
        exchange.caller = await symbolon.authenticate(await tokenOf(exchange))
      } catch (reason) {
        if (reason instanceof InvalidCredentials)
          enforceLimit(exchange, await limiter.charge(unauthenticated(exchange)))
        throw reason
      }
      enforceLimit(exchange, await limiter.charge(calls(exchange)))
      const permitted = permitToken(accessOf(endpoint), exchange.caller)
      if (Result.isFailure(permitted)) throw permitted.failure
      return jsonReply(200, await symbolon.run(oauth.userinfo(exchange.caller, {})))
    },
  }
}

const tokenOf = async ({ request }: Exchange): Promise<string> => {
  const isForm = /^application\/x-www-form-urlencoded\b/i.test(
    request.headers["content-type"] ?? "",
  )
  const sent = isForm ? valueOf(await readForm(request), "access_token") : undefined
  if (sent === undefined) return bearerToken(request.headers)
  if (request.headers["authorization"] !== undefined)
    throw new OauthRefused({
      error: "invalid_request",
      description: "Send the token in one place only.",
    })
  if (sent === "") throw new InvalidCredentials({ reason: noToken })
  return sent
}
