import type { StripeOptions, StripeSessionRequest } from "./stripe.ts"
import { jsonObject, nameIn, objectIn } from "./callback-body.ts"

/** What {@link stripeSessions} needs. */
export interface StripeSessionsOptions {
  /** A secret or restricted key that may write Checkout Sessions. */
  readonly apiKey: string
  /** Default: the host's own. */
  readonly fetch?: (url: string, init: RequestInit) => Promise<Response>
  /** Where payers go that were not told where to: Stripe wants an address. */
  readonly returnUrl: string
  /** Default 10 s. */
  readonly timeoutMs?: number
}

const address = "https://api.stripe.com/v1/checkout/sessions"

/**
 * Opens Checkout Sessions by Stripe's HTTP API, without its package: one item, paid once, all
 * organizations' money into the one account of the key. A repeated request opens nothing new:
 * Stripe is told the checkout's uuid as its idempotency key.
 */
export const stripeSessions =
  ({
    apiKey,
    fetch = globalThis.fetch,
    returnUrl,
    timeoutMs = 10_000,
  }: StripeSessionsOptions): StripeOptions["openSession"] =>
  async (request) => {
    const response = await fetch(address, {
      method: "POST",
      headers: {
        authorization: `Bearer ${apiKey}`,
        "content-type": "application/x-www-form-urlencoded",
        "idempotency-key": request.checkoutUuid,
      },
      body: new URLSearchParams(formOf(request, returnUrl)).toString(),
      redirect: "error",
      signal: AbortSignal.timeout(timeoutMs),
    })
    const body = jsonObject(new Uint8Array(await response.arrayBuffer())) ?? {}
    const id = nameIn(body["id"])
    if (response.ok && id !== undefined)
      return { id, url: typeof body["url"] === "string" ? body["url"] : null }
    throw new Error(
      `Stripe answered ${response.status}: ${nameIn(objectIn(body["error"])?.["message"]) ?? "no reason given"}`,
    )
  }

const formOf = (
  { checkoutUuid, amount, currency, description, returnUrl, expiresAt }: StripeSessionRequest,
  anyway: string,
): Readonly<Record<string, string>> => ({
  mode: "payment",
  client_reference_id: checkoutUuid,
  "metadata[checkout_uuid]": checkoutUuid,
  // Charges take this over from their payment intent: refunds name their checkout by it.
  "payment_intent_data[metadata][checkout_uuid]": checkoutUuid,
  "line_items[0][quantity]": "1",
  "line_items[0][price_data][unit_amount]": String(amount),
  "line_items[0][price_data][currency]": currency,
  "line_items[0][price_data][product_data][name]": description,
  success_url: returnUrl ?? anyway,
  cancel_url: returnUrl ?? anyway,
  expires_at: String(expiresAt),
})
