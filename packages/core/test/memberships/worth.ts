import { commonMs, type MembershipTerm, termMs } from "../../src/memberships/index.ts"

/**
 * What is left of terms at a moment, exactly, in minor units per common length; what was paid once
 * counts whole. Of one currency.
 */
export const worthLeft = (terms: readonly MembershipTerm[], now: Date, currency = "PHP"): bigint =>
  terms.reduce((sum, term) => (term.currency === currency ? sum + worthOfTerm(term, now) : sum), 0n)

const worthOfTerm = (
  { startsAt, endsAt, priceCents, interval }: MembershipTerm,
  now: Date,
): bigint => {
  if (interval === "one_time") return endsAt === undefined ? cents(priceCents) : 0n
  // What never ends on terms was given, and nothing can be made of it.
  if (endsAt === undefined || endsAt <= now) return 0n
  const ms = BigInt(endsAt.getTime() - Math.max(startsAt.getTime(), now.getTime()))
  return ms * BigInt(priceCents) * (commonMs / termMs[interval])
}

/** Minor units in that measure. */
export const cents = (count: number): bigint => BigInt(count) * commonMs
