import type { Checkout } from "./checkout.ts"
import type { PaymentConnectionView } from "./connection.ts"
import type { PaymentOutcome } from "./inbox.ts"

/** A checkout, and whether this request opened it. */
export interface StartedMembershipCheckout {
  readonly checkout: Checkout
  /** `false` when the same checkout was open already. */
  readonly isNew: boolean
}

/** A new payment connection. */
export interface CreatedPaymentConnection {
  readonly connection: PaymentConnectionView
  /** Returned this once, where the secret is made here; undefined otherwise. */
  readonly secret: string | undefined
}

/** What became of a payment. */
export interface PaymentSettlement {
  /** `repeated` is an event that was dealt with before. */
  readonly outcome: PaymentOutcome | "repeated"
  /** Why it could not be applied, as a code. */
  readonly reason?: string
}

/** What became of one event of a callback. */
export interface SettledPaymentEvent extends PaymentSettlement {
  /** The backend's id of the event. */
  readonly eventId: string
}
