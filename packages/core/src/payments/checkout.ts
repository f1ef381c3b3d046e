import type { CheckoutPurpose, MembershipPayment } from "../memberships/machine/payment.ts"
import type { MembershipQuote } from "../memberships/machine/quote.ts"
import type { PaymentInterval } from "../tiers/tier.ts"

/**
 * How far a payment has come, the weaker word first: what is said of it later, or told late, only
 * ever moves it towards the end, so that the order in which a backend's words arrive does not
 * matter.
 */
export const checkoutStatuses = [
  "open",
  "cancelled",
  "expired",
  "failed",
  "paid",
  "reversed",
] as const
export type CheckoutStatus = (typeof checkoutStatuses)[number]

/**
 * A payment that a user was asked for: the waiting is its, not the membership's, which changes
 * when the money is there.
 */
export interface Checkout {
  readonly uuid: string
  readonly purpose: CheckoutPurpose
  readonly organizationUuid: string
  readonly userUuid: string
  /**
   * To join or to change to; of a renewal the tier it was opened on, which it does not bring back.
   */
  readonly tierUuid: string
  /** By which connection the money comes. */
  readonly connectionUuid: string
  readonly backend: string
  /**
   * Minor units by ISO 4217. The price of the moment it was opened: it is honoured whenever it is
   * paid.
   */
  readonly amountCents: number
  readonly currency: string
  /**
   * What the time left was credited with: with the amount it makes the price of the term that was
   * quoted.
   */
  readonly creditCents: number
  /** How long that term is. */
  readonly paymentInterval: PaymentInterval
  readonly checkoutUrl: string | undefined
  /** What the backend called the checkout when it was opened. */
  readonly reference: string | undefined
  /** What the backend calls the payment, once it has said so; reversals may name nothing else. */
  readonly paymentReference: string | undefined
  /** As it was last written; {@link checkoutStatus} says what it is. */
  readonly status: CheckoutStatus
  /** Whether its payment changed the membership: only that can be taken back. */
  readonly isApplied: boolean
  readonly createdAt: Date
  readonly expiresAt: Date
  readonly updatedAt: Date | undefined
}

/** How long a checkout can be asked for again. */
export const checkoutLifetimeMs = 24 * 3_600_000

/** Whose checkout it is, and how it is paid. */
export type CheckoutStart = Pick<
  Checkout,
  | "uuid"
  | "organizationUuid"
  | "userUuid"
  | "connectionUuid"
  | "backend"
  | "checkoutUrl"
  | "reference"
>

/** A checkout of what was quoted, opened now. */
export const startCheckout = (
  {
    quoted,
    ...start
  }: CheckoutStart & {
    readonly quoted: Pick<
      MembershipQuote,
      "purpose" | "tier" | "amountCents" | "creditCents" | "rate"
    >
  },
  now: Date,
): Checkout => ({
  ...start,
  purpose: quoted.purpose,
  tierUuid: quoted.tier.uuid,
  amountCents: quoted.amountCents,
  currency: quoted.rate.currency,
  creditCents: quoted.creditCents,
  paymentInterval: quoted.rate.interval,
  paymentReference: undefined,
  status: "open",
  isApplied: false,
  createdAt: now,
  expiresAt: new Date(now.getTime() + checkoutLifetimeMs),
  updatedAt: undefined,
})

/**
 * What it is at `now`: an unpaid one has expired when its time is over, whether or not that was
 * stored.
 */
export const checkoutStatus = (
  checkout: Pick<Checkout, "status" | "expiresAt">,
  now: Date,
): CheckoutStatus =>
  checkout.status === "open" && now >= checkout.expiresAt ? "expired" : checkout.status

/** Whether it can be handed out again instead of opening another one. */
export const isOpenCheckout = (
  checkout: Pick<Checkout, "status" | "expiresAt">,
  now: Date,
): boolean => checkoutStatus(checkout, now) === "open"

/** What the membership's rules are told of its payment, when it arrives at `now`. */
export const paymentOf = (checkout: Checkout, now: Date): MembershipPayment => ({
  ref: checkout.uuid,
  rate: {
    priceCents: checkout.amountCents + checkout.creditCents,
    currency: checkout.currency,
    interval: checkout.paymentInterval,
  },
  tierUuid: checkout.tierUuid,
  creditCents: checkout.creditCents,
  isLate: now >= checkout.expiresAt,
})
