import type { OrganizationInput, PageInput } from "../foundation/kernel/inputs.ts"
import type { OwnMembershipInput } from "../memberships/inputs.ts"
import type { CheckoutPurpose } from "../memberships/machine/payment.ts"

/** What a member pays for. */
export interface CheckoutInput extends OwnMembershipInput {
  /** What the payment does: `join`, `renew` or `change`. */
  readonly purpose: CheckoutPurpose
  /** Slug of the tier to join or to change to. A renewal stays on its tier. */
  readonly tierSlug?: string | undefined
  /** An absolute URL to which the payer's browser returns afterwards. */
  readonly returnUrl?: string | undefined
}

/** Names a checkout of the caller's. */
export interface GetCheckoutInput extends OwnMembershipInput {
  /** Uuid of the checkout. */
  readonly checkoutUuid: string
}

/** How an organization is paid. */
export interface CreatePaymentConnectionInput extends OrganizationInput {
  /** The name of a payment backend that the service is configured with, such as `stripe`. */
  readonly backend: string
  /**
   * The secret that signs the backend's callbacks, where the backend makes it. Elsewhere it is made
   * here, and returned once.
   */
  readonly secret?: string | undefined
}

/** Which payment connections. */
export interface ListPaymentConnectionsInput extends OrganizationInput, PageInput<"created_at"> {}

/** Names a payment connection. */
export interface PaymentConnectionInput extends OrganizationInput {
  /** Uuid of the connection. */
  readonly connectionUuid: string
}

/** A callback of a payment backend, as it was received. */
export interface ReceivePaymentEventInput {
  /** The backend that the path names. */
  readonly backend: string
  /** Uuid of the connection that the path names. */
  readonly connectionUuid: string
  /** By lower-case name. */
  readonly headers: Readonly<Record<string, string>>
  /** The bytes that were signed. */
  readonly rawBody: Uint8Array
}

/** Which payments that wait for a decision. */
export interface ListPaymentEventsInput extends OrganizationInput, PageInput<"created_at"> {
  /** Only payments of this outcome. */
  readonly outcome?: "mismatched" | "unapplied" | undefined
  /** Only settled payments (`true`), or open ones (`false`). */
  readonly isSettled?: boolean | undefined
}

/** A payment that was dealt with by hand. */
export interface SettlePaymentEventInput extends OrganizationInput {
  /** Uuid of the payment event. */
  readonly eventUuid: string
  /** How it was dealt with. At most 500 characters. */
  readonly note?: string | undefined
}
