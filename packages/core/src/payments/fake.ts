import type { PaymentBackend, PaymentEvent } from "../foundation/ports/payments.ts"
import { eventIn, jsonObject, objectIn } from "./callback-body.ts"
import { isSameSecret } from "./signature.ts"

/**
 * Payments of tests and demos, on servers with a test clock alone. A callback shows the secret
 * itself in `X-Fake-Secret`, so that it can be written by hand; its body is that of `manual`, or `{
 * "events": [...] }` with several.
 */
export const fakePayments = (): PaymentBackend => ({
  name: "fake",
  secrets: "made",
  createCheckout: ({ checkoutUuid }) =>
    Promise.resolve({
      checkoutUrl: `https://payments.invalid/checkout/${checkoutUuid}`,
      reference: `fake_${checkoutUuid}`,
    }),
  parseCallback: async ({ headers, rawBody, secret }) => {
    if (!isSameSecret(headers["x-fake-secret"] ?? "", secret))
      return { refused: "X-Fake-Secret is not the connection's secret." }
    const body = jsonObject(rawBody)
    const bodies = Array.isArray(body?.["events"]) ? body["events"].map(objectIn) : [body]
    const events: PaymentEvent[] = []
    for (const each of bodies) {
      const event = each === undefined ? { wrong: "events" } : eventIn(each)
      if ("wrong" in event)
        return { refused: `The body's ${event.wrong} is missing or cannot be read.` }
      events.push(event)
    }
    return { events }
  },
})
