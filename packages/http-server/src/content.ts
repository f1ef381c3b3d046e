import { InvalidCredentials, type Symbolon } from "@symbolon/core"
import { bearerToken } from "./bearer.ts"
import { jsonReply, type Request } from "./exchange.ts"
import type { Limiter } from "./limiter.ts"
import { unauthenticatedChecks } from "./limits.ts"
import { enforceLimit, type Plan } from "./plan.ts"
import { refusalReply } from "./wire-refusal.ts"

const template = "/content/{transaction_id}"

interface ContentParts {
  readonly symbolon: Pick<Symbolon, "transactions">
  readonly limiter: Limiter
}

/**
 * The plan of `/content/{transaction_id}`: returns the content for a valid access key. An invalid
 * key is 401 for every path, so that the answer reveals no transactions. Calls with a valid key are
 * not counted, because many may come from one address. Other calls count for their address.
 */
export const contentPlan = ({ symbolon, limiter }: ContentParts): Plan => {
  const failures = unauthenticatedChecks(template)
  const read = ({ headers }: Request, transaction: string) =>
    symbolon.transactions.readContent({ transaction, accessKey: bearerToken(headers) })
  return {
    method: "GET",
    template,
    isCrossOrigin: true,
    rateLimitHeaders: failures,
    refuse: refusalReply,
    answer: async (exchange, { transaction_id: transaction = "" }) => {
      try {
        return jsonReply(200, await read(exchange.request, transaction), {
          "cache-control": "private, no-store",
        })
      } catch (reason) {
        if (reason instanceof InvalidCredentials)
          enforceLimit(exchange, await limiter.charge(failures(exchange)))
        throw reason
      }
    },
  }
}
