import { InvalidCredentials, type Symbolon } from "@symbolon/core"
import { bearerToken } from "./bearer.ts"
import { jsonReply, type Request } from "./exchange.ts"
import type { Limiter } from "./limiter.ts"
import { strangerChecks } from "./limits.ts"
import { admit, type Plan } from "./plan.ts"
import { refusalReply } from "./wire-refusal.ts"

const template = "/content/{transaction_id}"

interface ContentParts {
  readonly symbolon: Pick<Symbolon, "transactions">
  readonly limiter: Limiter
}

/**
 * Where decrypting a transaction sends its caller: the content itself, for whoever shows the access
 * key. A key that is not good is 401, whatever stands in the path, so that nobody learns which
 * transactions there are. Calls with a good key count nowhere, since many may come from one
 * address; the others count for theirs.
 */
export const contentPlan = ({ symbolon, limiter }: ContentParts): Plan => {
  const failures = strangerChecks(template)
  const read = ({ headers }: Request, transaction: string) =>
    symbolon.transactions.readContent({ transaction, accessKey: bearerToken(headers) })
  return {
    method: "GET",
    template,
    isCrossOrigin: true,
    shown: failures,
    refuse: refusalReply,
    answer: async (exchange, { transaction_id: transaction = "" }) => {
      try {
        return jsonReply(200, await read(exchange.request, transaction), {
          "cache-control": "private, no-store",
        })
      } catch (reason) {
        if (reason instanceof InvalidCredentials)
          admit(exchange, await limiter.charge(failures(exchange)))
        throw reason
      }
    },
  }
}
