import type { PaymentInterval, Tier } from "../../tiers/tier.ts"
import type { Rate } from "./conversion.ts"

/** What was agreed with one member; undefined leaves it to the tier. */
export interface AgreedRate {
  readonly customPriceCents: number | undefined
  readonly customPaymentInterval: PaymentInterval | undefined
}

/** Nothing was agreed. */
export const nothingAgreed: AgreedRate = {
  customPriceCents: undefined,
  customPaymentInterval: undefined,
}

/** What the next term costs a member: what was agreed with them, else what the tier's list says. */
export const rateInForce = (tier: Tier, agreed: AgreedRate): Rate => ({
  priceCents: agreed.customPriceCents ?? tier.priceCents,
  currency: tier.currency,
  interval: agreed.customPaymentInterval ?? tier.paymentInterval,
})

/** What the next term costs a member without an agreed price or interval. */
export const listRate = (tier: Tier): Rate => rateInForce(tier, nothingAgreed)

/** Whether nothing is paid: the price in force is 0. */
export const isFree = ({ priceCents }: Rate): boolean => priceCents === 0

/** Whether it is paid once and does not end by itself. */
export const isOneTime = ({ interval }: Pick<Rate, "interval">): boolean => interval === "one_time"

/** Whether two rates are the same money for the same time. */
export const isSameRate = (one: Rate, other: Rate): boolean =>
  one.priceCents === other.priceCents &&
  one.currency === other.currency &&
  one.interval === other.interval
