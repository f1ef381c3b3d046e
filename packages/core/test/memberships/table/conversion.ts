import type { MembershipAsks } from "../../../src/memberships/index.ts"
import { type Facts, isLapsed } from "../facts.ts"

/** The tier a membership goes to. */
export type Target = NonNullable<MembershipAsks["changeTier"]["tier"]>

/**
 * Whether the organization's conversion can be made: where one side is free, or has no terms or no
 * end, nothing is converted.
 */
export const isConvertible = (
  f: Facts,
  to: Target,
  agreed: { readonly price?: number | undefined; readonly interval?: string | undefined },
): boolean => {
  const price = agreed.price ?? to.priceCents
  const years =
    (f.creditIn(to.currency) / price) * (yearsOf[agreed.interval ?? to.paymentInterval] ?? 0)
  const isSaid =
    f.worthIn.every((currency) => currency === to.currency) &&
    !f.hasDatedLifetime &&
    years < 9999 - 2026
  return f.isEndless || isLapsed(f) || f.isOnce || price === 0 || isSaid
}
const yearsOf: Readonly<Record<string, number>> = {
  weekly: 7 / 365.2425,
  monthly: 1 / 12,
  quarterly: 1 / 4,
  semiannual: 1 / 2,
  yearly: 1,
}
