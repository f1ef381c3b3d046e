import { type Checkout, checkoutStatuses, type CheckoutStatus } from "./checkout.ts"
import type { PaymentEvent, PaymentEventType } from "../foundation/ports/payments.ts"

/** What an event about a checkout comes to, before the membership is asked. */
export type Verdict =
  /** It is about other money than was asked for: a person must look at it. */
  | { readonly kind: "mismatched"; readonly reason: "amount" | "currency" }
  /** It says nothing new. */
  | {
      readonly kind: "ignored"
      readonly reason: "already_paid" | "already_reversed" | "reversed_before" | "overtaken"
    }
  /** It moves the checkout on; and the membership with it, where `concernsMembership`. */
  | {
      readonly kind: "moves"
      readonly status: CheckoutStatus
      readonly concernsMembership: boolean
    }

const statusAfter: Readonly<Record<PaymentEventType, CheckoutStatus>> = {
  paid: "paid",
  failed: "failed",
  expired: "expired",
  reversed: "reversed",
}

const isBeyond = (status: CheckoutStatus, other: CheckoutStatus): boolean =>
  checkoutStatuses.indexOf(status) > checkoutStatuses.indexOf(other)

/**
 * Judges an event: the guards on the money first, then whether it takes the checkout further.
 *
 * - Money that comes late counts, whatever became of the checkout meanwhile: it was taken.
 * - A reversal that overtakes its payment settles the matter: the payment, when it is told of, buys
 *   nothing.
 * - A second payment of the same checkout buys nothing more; nor does one that was never applied
 *   have anything to be taken back.
 */
export const judgePayment = (
  checkout: Pick<Checkout, "status" | "isApplied" | "amountCents" | "currency">,
  event: Pick<PaymentEvent, "type" | "amountCents" | "currency">,
): Verdict => {
  if (event.currency !== checkout.currency) return { kind: "mismatched", reason: "currency" }
  if (event.amountCents !== checkout.amountCents) return { kind: "mismatched", reason: "amount" }
  const status = statusAfter[event.type]
  if (isBeyond(status, checkout.status))
    return {
      kind: "moves",
      status,
      concernsMembership:
        event.type === "paid" || (event.type === "reversed" && checkout.isApplied),
    }
  return { kind: "ignored", reason: staleness(event.type, checkout.status) }
}

const staleness = (type: PaymentEventType, status: CheckoutStatus) => {
  if (type === "reversed") return "already_reversed"
  if (type === "paid") return status === "reversed" ? "reversed_before" : "already_paid"
  return "overtaken"
}
