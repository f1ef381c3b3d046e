import { isPlainText } from "../foundation/kernel/text.ts"
import type { PaymentEvent, PaymentEventType } from "../foundation/ports/payments.ts"

/** A JSON object; undefined for anything else, and for what is not UTF-8. */
export type Json = Readonly<Record<string, unknown>>

/** Every type of payment event. */
export const paymentEventTypes = [
  "paid",
  "failed",
  "expired",
  "reversed",
] as const satisfies readonly PaymentEventType[]

const longest = 255

/** The JSON object that a body is; undefined when it is none. */
export const jsonObject = (rawBody: Uint8Array): Json | undefined => {
  try {
    return objectIn(JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(rawBody)))
  } catch {
    return undefined
  }
}

/** The value as an object, if it is one. */
export const objectIn = (value: unknown): Json | undefined =>
  typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Json) : undefined

/** The value as a text that can be kept and searched for, if it is one. */
export const nameIn = (value: unknown): string | undefined =>
  typeof value === "string" && value !== "" && value.length <= longest && isPlainText(value)
    ? value
    : undefined

/** The value as an amount of money, if it is one. */
export const amountIn = (value: unknown): number | undefined =>
  typeof value === "number" && Number.isSafeInteger(value) && value >= 0 ? value : undefined

/** The event that a body of ours tells of; or what of it cannot be read. */
export const eventIn = (body: Json): PaymentEvent | { readonly wrong: string } => {
  const type = paymentEventTypes.find((each) => each === body["type"])
  const fields = {
    event_id: nameIn(body["event_id"]),
    type,
    checkout_uuid: nameIn(body["checkout_uuid"]),
    amount_cents: amountIn(body["amount_cents"]),
    currency: nameIn(body["currency"]),
  }
  const {
    event_id: eventId,
    checkout_uuid: checkoutUuid,
    amount_cents: amountCents,
    currency,
  } = fields
  if (
    eventId === undefined ||
    type === undefined ||
    checkoutUuid === undefined ||
    amountCents === undefined ||
    currency === undefined
  )
    return {
      wrong:
        Object.entries(fields).flatMap(([name, value]) => (value === undefined ? [name] : []))[0] ??
        "",
    }
  return { eventId, type, checkoutUuid, reference: undefined, amountCents, currency }
}
