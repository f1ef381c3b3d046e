import { BadRequest, limits, NotFound, type Symbolon } from "@symbolon/core"
import { jsonReply } from "./exchange.ts"
import type { Limiter } from "./limiter.ts"
import { strangerChecks } from "./limits.ts"
import { admit, type Plan } from "./plan.ts"
import { tooLarge } from "./too-large.ts"
import { refusalReply } from "./wire-refusal.ts"

const template = "/webhooks/in/payments/{backend}/{connection_uuid}"

interface CallbackParts {
  readonly symbolon: Pick<Symbolon, "payments">
  readonly limiter: Limiter
}

/**
 * Where payment backends tell of payments. Its body is read as bytes, whatever its media type: the signature is over them. A good callback
 * counts nowhere, since many may come from one address at once; one that is not good counts for its address, and where those have used
 * up their allowance nothing is read any more.
 */
export const paymentCallbackPlan = ({ symbolon, limiter }: CallbackParts): Plan => {
  const failures = strangerChecks(template)
  return {
    method: "POST",
    template,
    isCrossOrigin: false,
    shown: failures,
    refuse: refusalReply,
    answer: async (exchange, { backend = "", connection_uuid: connectionUuid = "" }) => {
      admit(exchange, await limiter.lookStrictly(failures(exchange)))
      const { headers, readBody } = exchange.request
      try {
        if (Number(headers["content-length"] ?? 0) > limits.bodyBytesMax) throw tooLarge(limits.bodyBytesMax)
        await symbolon.payments.receive({ backend, connectionUuid, headers, rawBody: await readBody(limits.bodyBytesMax) })
      } catch (reason) {
        if (reason instanceof BadRequest || reason instanceof NotFound) admit(exchange, await limiter.charge(failures(exchange)))
        throw reason
      }
      // What became of it is the organization's business, not the backend's, which would only send it again.
      return jsonReply(200, { received: true })
    },
  }
}
