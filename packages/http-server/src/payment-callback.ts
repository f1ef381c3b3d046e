import { BadRequest, host, limits, NotFound, type Symbolon } from "@symbolon/core"
import { jsonReply } from "./exchange.ts"
import type { Limiter } from "./limiter.ts"
import { unauthenticatedChecks } from "./limits.ts"
import { enforceLimit, type Plan } from "./plan.ts"
import { tooLarge } from "./too-large.ts"
import { refusalReply } from "./wire-refusal.ts"

const template = "/webhooks/in/payments/{backend}/{connection_uuid}"

interface CallbackParts {
  readonly symbolon: Pick<Symbolon, "as">
  readonly limiter: Limiter
}

/**
 * The plan of payment callbacks. It reads the body as bytes, because the signature covers the
 * bytes. A valid callback is not counted, because a backend sends many from one address. One with
 * an invalid signature counts for its connection and address together. Once that limit is
 * exhausted, callbacks of that connection from there are refused, and other connections continue. A
 * callback to an unknown connection counts for its address.
 */
export const paymentCallbackPlan = ({ symbolon, limiter }: CallbackParts): Plan => {
  const unknown = unauthenticatedChecks(template)
  return {
    method: "POST",
    template,
    isCrossOrigin: false,
    rateLimitHeaders: unknown,
    refuse: refusalReply,
    answer: async (exchange, { backend = "", connection_uuid: connectionUuid = "" }) => {
      const failures = unauthenticatedChecks(`${template}:${connectionUuid}`)
      enforceLimit(exchange, await limiter.lookStrictly(failures(exchange)))
      const { headers, readBody } = exchange.request
      try {
        if (Number(headers["content-length"] ?? 0) > limits.bodyBytesMax)
          throw tooLarge(limits.bodyBytesMax)
        await symbolon.as(host, { requestId: exchange.id }).paymentEvents.receive({
          backend,
          connectionUuid,
          headers,
          rawBody: await readBody(limits.bodyBytesMax),
        })
      } catch (reason) {
        if (reason instanceof NotFound)
          enforceLimit(exchange, await limiter.charge(unknown(exchange)))
        if (reason instanceof BadRequest)
          enforceLimit(exchange, await limiter.charge(failures(exchange)))
        throw reason
      }
      // What became of it is the organization's business, not the backend's, which would only send
      // it again.
      return jsonReply(200, { received: true })
    },
  }
}
