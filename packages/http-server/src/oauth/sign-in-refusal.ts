import type { Reply } from "../exchange.ts"
import { errorPage } from "../pages/sign-in/message-pages.ts"
import { pageReply } from "../pages/sign-in/page-reply.ts"
import type { Exchange } from "../plan.ts"
import { prefersHtml } from "./accept.ts"
import { oauthRefusalReply } from "./refusal-reply.ts"

/**
 * Answers a refusal on the sign-in paths: a page for browsers, `{error, error_description}` for
 * programs. Never a redirect.
 */
export const signInRefusal =
  (baseUrl: string) =>
  (reason: unknown, exchange: Exchange): Reply => {
    const reply = withoutChallenge(oauthRefusalReply(reason, exchange))
    if (!prefersHtml(exchange.request.headers["accept"])) return reply
    const { error_description: what } = JSON.parse(String(reply.body)) as {
      readonly error_description: string
    }
    const title = reply.status >= 500 ? "Something went wrong" : "The sign-in cannot continue"
    const next =
      reply.status === 429 || reply.status === 503
        ? "Wait a moment and try again."
        : "Go back to the app and start again."
    const { "retry-after": retryAfter } = reply.headers
    const headers = retryAfter === undefined ? {} : { "retry-after": retryAfter }
    return pageReply(
      reply.status,
      errorPage({ baseUrl, title, what, next, requestId: exchange.id }),
      { headers },
    )
  }

/**
 * No app proves here who it is, so one that is unknown is a bad request and not a failed
 * authentication.
 */
const withoutChallenge = (reply: Reply): Reply => {
  const { "www-authenticate": _, ...headers } = reply.headers
  return reply.status === 401 ? { ...reply, status: 400, headers } : reply
}
