import * as z from "zod"
import { dateTime } from "../endpoint.ts"

const connection = {
  connection_uuid: z.string(),
  backend: z.string(),
  callback_url: z.string().describe("the URL for the backend's callbacks"),
  created_at: dateTime,
}

/** An organization's line to a payment backend; never with its secret. */
export const PaymentConnection = z.object(connection).meta({ id: "PaymentConnection" })

/**
 * A payment connection as returned once on creation: with its secret, null where the backend has
 * made it.
 */
export const CreatedPaymentConnection = z
  .object({ ...connection, secret: z.string().nullable() })
  .meta({ id: "CreatedPaymentConnection" })

/** A payment that a user was asked for. */
export const Checkout = z
  .object({
    uuid: z.string(),
    purpose: z.enum(["join", "renew", "change"]),
    organization_uuid: z.string(),
    user_uuid: z.string(),
    membership_tier_uuid: z.string(),
    amount_cents: z.int(),
    currency: z.string(),
    checkout_url: z
      .string()
      .nullable()
      .describe("null if the payment happens outside of the service"),
    status: z.enum(["open", "paid", "expired", "cancelled", "failed", "reversed"]),
    expires_at: dateTime,
    created_at: dateTime,
  })
  .meta({ id: "Checkout" })

/** What a checkout would ask for, and what the membership would be once it is paid. */
export const CheckoutQuote = z
  .object({
    purpose: z.enum(["join", "renew", "change"]),
    amount_cents: z.int(),
    currency: z.string(),
    credit_cents: z.int().describe("the value of the remaining time, subtracted from the price"),
    valid_until: dateTime.nullable(),
    renewable_until: dateTime.nullable(),
  })
  .meta({ id: "CheckoutQuote" })

/** What a payment backend told of, and what waits for a person about it. */
export const PaymentEvent = z
  .object({
    uuid: z.string(),
    connection_uuid: z.string(),
    backend: z.string(),
    event_id: z.string().describe("the backend's own id"),
    type: z.enum(["paid", "failed", "expired", "reversed"]),
    reference: z
      .string()
      .nullable()
      .describe(
        "the backend's reference for the payment, or the reference in the event if no checkout matches",
      ),
    amount_cents: z.int(),
    currency: z.string(),
    outcome: z.enum(["mismatched", "unapplied"]),
    reason: z.string().nullable(),
    checkout: Checkout.nullable(),
    created_at: dateTime,
    settled_at: dateTime.nullable(),
    settled_by_user_uuid: z.string().nullable(),
    note: z.string().nullable(),
  })
  .meta({ id: "PaymentEvent" })
