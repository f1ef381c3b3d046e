import type { CallbackReading, PaymentBackend } from "../foundation/ports/payments.ts"
import { eventIn, jsonObject } from "./callback-body.ts"
import { isMac, macOf } from "./signature.ts"

/** How {@link manualPayments} behaves. */
export interface ManualOptions {
  /**
   * Where the payer pays, if there is such a page: `(uuid) => "https://club.example/pay/" + uuid`.
   */
  readonly payAt?: (checkoutUuid: string) => string
}

/**
 * Payments that the organization takes by itself: at the desk, by bank transfer, through a program
 * of its own, which then tells of them. A callback is JSON with `event_id`, `type`,
 * `checkout_uuid`, `amount_cents` and `currency`, and carries `X-Payment-Signature: sha256=<hex>`,
 * the HMAC-SHA256 of the raw body under the connection's secret. Other members of the body are
 * passed over. There is no time in it: that an event counts once is the inbox's doing, not the
 * signature's.
 */
export const manualPayments = ({ payAt }: ManualOptions = {}): PaymentBackend => ({
  name: "manual",
  secrets: "made",
  createCheckout: ({ checkoutUuid }) =>
    Promise.resolve({ checkoutUrl: payAt?.(checkoutUuid), reference: undefined }),
  parseCallback: async ({ headers, rawBody, secret }) => {
    const [, hex = ""] = /^sha256=(.*)$/.exec(headers["x-payment-signature"] ?? "") ?? []
    if (!isMac(hex, macOf(secret, rawBody)))
      return {
        refused:
          "X-Payment-Signature is not sha256= and the hex HMAC-SHA256 of this body under the connection's secret.",
      }
    return reading(rawBody)
  },
})

const reading = (rawBody: Uint8Array): CallbackReading => {
  const body = jsonObject(rawBody)
  if (body === undefined) return { refused: "The body is not a JSON object in UTF-8." }
  const event = eventIn(body)
  return "wrong" in event
    ? { refused: `The body's ${event.wrong} is missing or cannot be read.` }
    : { events: [event] }
}
