import type {
  CallbackReading,
  CheckoutRequest,
  PaymentBackend,
  PaymentCallback,
  PaymentEvent,
  PaymentEventType,
} from "../foundation/ports/payments.ts"
import { amountIn, type Json, jsonObject, nameIn, objectIn } from "./callback-body.ts"
import { isMac, macOf } from "./signature.ts"
import { fromStripe, toStripe } from "./stripe-amount.ts"

/**
 * A Checkout Session to be, in Stripe's own terms: amounts and currency are as Stripe counts and
 * writes them.
 */
export interface StripeSessionRequest
  extends Pick<
    CheckoutRequest,
    "organizationUuid" | "connectionUuid" | "description" | "returnUrl"
  > {
  /**
   * For `client_reference_id`, and for `metadata.checkout_uuid` of the session and of its payment
   * intent.
   */
  readonly checkoutUuid: string
  readonly amount: number
  /** Lower case. */
  readonly currency: string
  /** For `expires_at`: seconds since 1970, on the domain clock. */
  readonly expiresAt: number
}

/** What {@link stripePayments} runs on. */
export interface StripeOptions {
  /**
   * Opens a Checkout Session: `stripeSessions({ apiKey })`, or a call of your own, through Stripe's
   * package and with whatever account the organization has. Rejects when Stripe does not take it.
   */
  readonly openSession: (
    request: StripeSessionRequest,
  ) => Promise<{ readonly id: string; readonly url: string | null }>
  /**
   * For how long a callback's stamp is believed, either way. Default 300, as Stripe's own libraries
   * have it.
   */
  readonly toleranceSeconds?: number
}

/**
 * Payments through Stripe Checkout. The secret of a connection is the one that Stripe shows for the
 * webhook endpoint (`whsec_...`). Stripe's package is not needed: callbacks are judged here by
 * Stripe's published scheme.
 *
 * The endpoint should be sent `checkout.session.completed`, `.async_payment_succeeded`,
 * `.async_payment_failed`, `.expired`, `charge.refunded` and `charge.dispute.funds_withdrawn`. A
 * part that is given back does not match the checkout's amount, and waits for a person; when all
 * has been given back, the payment is reversed.
 */
export const stripePayments = ({
  openSession,
  toleranceSeconds = 300,
}: StripeOptions): PaymentBackend => ({
  name: "stripe",
  secrets: "brought",
  createCheckout: async ({ amountCents, currency, expiresAt, ...request }) => {
    const amount = toStripe(amountCents, currency)
    if (amount === undefined)
      throw new Error(`Stripe cannot charge ${amountCents} minor units of ${currency}.`)
    const { checkoutUuid, organizationUuid, connectionUuid, description, returnUrl } = request
    const session = await openSession({
      checkoutUuid,
      organizationUuid,
      connectionUuid,
      description,
      returnUrl,
      amount,
      currency: currency.toLowerCase(),
      expiresAt: Math.floor(expiresAt.getTime() / 1000),
    })
    return { checkoutUrl: session.url ?? undefined, reference: session.id }
  },
  parseCallback: async (callback) => {
    if (!isSigned(callback, toleranceSeconds))
      return {
        refused:
          "Stripe-Signature is missing, was not made with the connection's secret, or its time is too far off.",
      }
    const body = jsonObject(callback.rawBody)
    return body === undefined
      ? { refused: "The body is not a JSON object in UTF-8." }
      : reading(body)
  },
})

/**
 * `t=<seconds>,v1=<hex>,...`: one of the `v1` must be the MAC of the stamp, a dot and the body.
 * Other schemes count nothing.
 */
const isSigned = (
  { headers, rawBody, secret, arrivedAt }: PaymentCallback,
  toleranceSeconds: number,
): boolean => {
  const parts = (headers["stripe-signature"] ?? "")
    .split(",")
    .map((part) => part.trim().split("=", 2))
  const stamp = parts.find(([scheme]) => scheme === "t")?.[1] ?? ""
  if (!/^\d{1,12}$/.test(stamp)) return false
  const mac = macOf(secret, `${stamp}.`, rawBody)
  const isKnown = parts
    .map(([scheme, hex = ""]) => scheme === "v1" && isMac(hex, mac))
    .includes(true)
  return (
    isKnown && Math.abs(Math.floor(arrivedAt.getTime() / 1000) - Number(stamp)) <= toleranceSeconds
  )
}

/**
 * How an event's object tells of a payment: what happened, and which of its members hold the money
 * and the names.
 */
interface EventReading {
  readonly type: PaymentEventType
  readonly amount: unknown
  readonly checkoutUuid: unknown
  readonly reference: unknown
}

const session = (type: PaymentEventType, object: Json): EventReading => ({
  type,
  amount: object["amount_total"],
  checkoutUuid: object["client_reference_id"] ?? objectIn(object["metadata"])?.["checkout_uuid"],
  reference: object["payment_intent"] ?? object["id"],
})

const readings: Readonly<Record<string, (object: Json) => EventReading | undefined>> = {
  // Money that comes later (a bank debit) is told of by one of the next two.
  "checkout.session.completed": (object) =>
    object["payment_status"] === "unpaid" ? undefined : session("paid", object),
  "checkout.session.async_payment_succeeded": (object) => session("paid", object),
  "checkout.session.async_payment_failed": (object) => session("failed", object),
  "checkout.session.expired": (object) => session("expired", object),
  "charge.refunded": (object) => ({
    type: "reversed",
    amount: object["amount_refunded"],
    checkoutUuid: objectIn(object["metadata"])?.["checkout_uuid"],
    reference: object["payment_intent"],
  }),
  "charge.dispute.funds_withdrawn": (object) => ({
    type: "reversed",
    amount: object["amount"],
    checkoutUuid: undefined,
    reference: object["payment_intent"],
  }),
}

const reading = (body: Json): CallbackReading => {
  const [eventId, kind, object] = [
    nameIn(body["id"]),
    nameIn(body["type"]),
    objectIn(objectIn(body["data"])?.["object"]),
  ]
  if (eventId === undefined || kind === undefined || object === undefined)
    return { refused: "The body is no event of Stripe's." }
  const found = Object.hasOwn(readings, kind) ? readings[kind]?.(object) : undefined
  if (found === undefined) return { events: [] }
  const event = eventOf(eventId, found, object["currency"])
  return event === undefined
    ? { refused: `The event's amount, currency or names cannot be read: ${kind}.` }
    : { events: [event] }
}

const eventOf = (
  eventId: string,
  { type, amount, checkoutUuid, reference }: EventReading,
  code: unknown,
): PaymentEvent | undefined => {
  const currency = nameIn(code)?.toUpperCase()
  const charged = amountIn(amount)
  const amountCents =
    currency === undefined || charged === undefined ? undefined : fromStripe(charged, currency)
  const names = { checkoutUuid: nameIn(checkoutUuid), reference: nameIn(reference) }
  const isNamed = names.checkoutUuid !== undefined || names.reference !== undefined
  return currency === undefined || amountCents === undefined || !isNamed
    ? undefined
    : { eventId, type, ...names, amountCents, currency }
}
