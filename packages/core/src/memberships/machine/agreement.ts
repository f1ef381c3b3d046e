import { limits } from "../../foundation/kernel/limits.ts"
import type { Tier } from "../../tiers/tier.ts"
import { type AgreedRate, isOneTime } from "../terms/rate.ts"

/**
 * What is wrong with a price or interval agreed with one member, by field name of the wire; empty
 * when nothing is. A membership on a tier that is paid once is paid once, and one on a tier with
 * terms has terms.
 */
export const invalidAgreement = (
  agreed: AgreedRate,
  tier: Tier,
): Readonly<Record<string, string>> => {
  const { customPriceCents: price, customPaymentInterval: interval } = agreed
  const isPrice =
    price === undefined ||
    (Number.isSafeInteger(price) && price >= 0 && price <= limits.priceCentsMax)
  const isInterval =
    interval === undefined ||
    isOneTime({ interval }) === isOneTime({ interval: tier.paymentInterval })
  return {
    ...(isPrice
      ? {}
      : { custom_tier_price_cents: `must be a whole number from 0 to ${limits.priceCentsMax}` }),
    ...(isInterval
      ? {}
      : { custom_tier_payment_interval: "must be one_time exactly when the tier's interval is" }),
  }
}
