import type { Reply } from "../../exchange.ts"
import { unauthenticatedChecks } from "../../limits.ts"
import { readSent, type Sent } from "../../oauth/form.ts"
import { expectOwnOrigin } from "../../oauth/origin.ts"
import { formOrigins, type SignInParts } from "../../oauth/sign-in-parts.ts"
import { enforceLimit, type Exchange, type Plan } from "../../plan.ts"
import { refusalPage } from "./refusal-page.ts"

interface PagePlan {
  readonly method: "GET" | "POST"
  readonly template: string
  readonly answer: (exchange: Exchange) => Promise<Reply> | Reply
  /** Default: an error page. */
  readonly refuse?: Plan["refuse"]
}

/** The plan of a page, counted for the address of who asks. */
export const pagePlan = (
  { limiter, baseUrl }: SignInParts,
  { method, template, answer, refuse }: PagePlan,
): Plan => {
  const checks = unauthenticatedChecks(template)
  return {
    method,
    template,
    isCrossOrigin: false,
    rateLimitHeaders: checks,
    refuse: refuse ?? ((reason, exchange) => refusalPage(reason, exchange, baseUrl)),
    answer: async (exchange) => {
      enforceLimit(exchange, await limiter.charge(checks(exchange)))
      return answer(exchange)
    },
  }
}

/** The fields of a form that one of our own pages sent. */
export const formOf = async ({ request }: Exchange, parts: SignInParts): Promise<Sent> => {
  expectOwnOrigin(request.headers, formOrigins(parts))
  return readSent(request)
}

/** A parameter of the address; undefined when it is not there, or empty. */
export const parameterOf = ({ request }: Exchange, name: string): string | undefined =>
  new URLSearchParams(request.query).get(name) || undefined

/** Redirects a browser to a built-in page with GET. */
export const seeOther = (location: string, cookies: readonly string[] = []): Reply => ({
  status: 303,
  headers: { location, "cache-control": "no-store", "referrer-policy": "no-referrer" },
  cookies,
  body: undefined,
})
