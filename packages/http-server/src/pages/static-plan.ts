import type { Reply } from "../exchange.ts"
import type { Limiter } from "../limiter.ts"
import { unauthenticatedChecks } from "../limits.ts"
import { enforceLimit, type Plan } from "../plan.ts"
import { refusalReply } from "../wire-refusal.ts"

interface StaticPlan {
  readonly template: string
  readonly limiter: Limiter
  readonly isCrossOrigin?: boolean
  readonly answer: (params: Readonly<Record<string, string | undefined>>) => Promise<Reply> | Reply
}

/**
 * The plan of a static page. It counts for the caller's address.
 */
export const staticPlan = ({
  template,
  limiter,
  isCrossOrigin = false,
  answer,
}: StaticPlan): Plan => {
  const checks = unauthenticatedChecks(template)
  return {
    method: "GET",
    template,
    isCrossOrigin,
    rateLimitHeaders: checks,
    refuse: refusalReply,
    answer: async (exchange, params) => {
      enforceLimit(exchange, await limiter.charge(checks(exchange)))
      return answer(params)
    },
  }
}
