import type { Checkout, ParkedPayment, PaymentConnectionView } from "@symbolon/core"
import type { MembershipQuote } from "@symbolon/core/memberships"
import type { resources } from "@symbolon/core/contract"
import type * as z from "zod"
import { instant, instantOrNull } from "./instant.ts"

/** An organization's line to a payment backend. */
export const encodePaymentConnection = (
  connection: PaymentConnectionView,
): z.output<typeof resources.PaymentConnection> => ({
  connection_uuid: connection.uuid,
  backend: connection.backend,
  callback_url: connection.callbackUrl,
  created_at: instant(connection.createdAt),
})

/** Encodes a checkout with its current status. */
export const encodeCheckout = (checkout: Checkout): z.output<typeof resources.Checkout> => ({
  uuid: checkout.uuid,
  purpose: checkout.purpose,
  organization_uuid: checkout.organizationUuid,
  user_uuid: checkout.userUuid,
  membership_tier_uuid: checkout.tierUuid,
  amount_cents: checkout.amountCents,
  currency: checkout.currency,
  checkout_url: checkout.checkoutUrl ?? null,
  status: checkout.status,
  expires_at: instant(checkout.expiresAt),
  created_at: instant(checkout.createdAt),
})

/** What would be owed, and until when the membership would last. */
export const encodeCheckoutQuote = (
  quote: MembershipQuote,
): z.output<typeof resources.CheckoutQuote> => ({
  purpose: quote.purpose,
  amount_cents: quote.amountCents,
  currency: quote.currency,
  credit_cents: quote.creditCents,
  valid_until: instantOrNull(quote.validUntil),
  renewable_until: instantOrNull(quote.renewableUntil),
})

/** What waits for a person, or what a person has dealt with. */
export const encodeParkedPayment = ({
  received,
  checkout,
}: ParkedPayment): z.output<typeof resources.PaymentEvent> => ({
  uuid: received.uuid,
  connection_uuid: received.connectionUuid,
  backend: received.backend,
  event_id: received.eventId,
  type: received.type,
  reference: received.reference ?? null,
  amount_cents: received.amountCents,
  currency: received.currency,
  outcome: received.outcome === "mismatched" ? "mismatched" : "unapplied",
  reason: received.reason ?? null,
  checkout: checkout === undefined ? null : encodeCheckout(checkout),
  created_at: instant(received.createdAt),
  settled_at: instantOrNull(received.settledAt),
  settled_by_user_uuid: received.settledByUserUuid ?? null,
  note: received.note ?? null,
})
