import type { HeldMembership } from "../membership-state.ts"
import type { Rate } from "../terms/conversion.ts"
import type { HistoryCause } from "../history-cause.ts"
import type { Membership } from "../membership.ts"
import { type MembershipTerm, term, termsLeft } from "../terms/membership-term.ts"
import type { Remainder } from "../terms/remainder.ts"
import type { Tier } from "../../tiers/tier.ts"
import { addGrace } from "../terms/term.ts"

/** The dates of a row that hang together. */
export type Dates = Pick<
  Membership,
  "validUntil" | "renewableUntil" | "cancelledAt" | "anchorAt" | "anchorTerms"
>

/** Where a membership goes. */
export interface Going {
  readonly tier: Tier
  readonly rate: Rate
  readonly zone: string
  readonly cause: HistoryCause
}

/** The time of a membership once it went somewhere. */
export interface Reexpressed {
  readonly dates: Dates
  readonly terms: readonly MembershipTerm[]
  /** The rate it was expressed in anew; undefined where it stayed as it was. */
  readonly conversion: Rate | undefined
}

/** What a change of tier makes of the time that is left, once it is judged. */
export const reexpress = (
  held: HeldMembership,
  remainder: Exclude<Remainder, { readonly kind: "payment" | "refused" }>,
  to: Going,
  now: Date,
): Reexpressed => {
  const { rate, cause } = to
  const left = termsLeft(held.terms, now)
  if (remainder.kind === "keep")
    return { dates: datesOf(held.membership), terms: left, conversion: undefined }
  if (remainder.kind === "convert") {
    const { validUntil } = remainder
    return {
      dates: datedFrom(held.membership, validUntil, to),
      terms: term(now, validUntil, rate, { cause }),
      conversion: rate,
    }
  }
  return { dates: endlessFrom(now), ...endlessTerms(left, to, now) }
}

/**
 * What is free keeps the terms that were paid, since they still count should money be owed later; a
 * price uses them up.
 */
const endlessTerms = (
  left: readonly MembershipTerm[],
  to: Going,
  now: Date,
): Pick<Reexpressed, "terms" | "conversion"> =>
  to.rate.priceCents > 0
    ? { terms: term(now, undefined, to.rate, to), conversion: to.rate }
    : { terms: filledUntil(left, undefined, to, now), conversion: undefined }

/**
 * The terms, and after the last of them one at the rate up to `end`, so that no time of the
 * membership is without.
 */
export const filledUntil = (
  terms: readonly MembershipTerm[],
  end: Date | undefined,
  { rate, cause }: Pick<Going, "rate" | "cause">,
  now: Date,
): readonly MembershipTerm[] => {
  const last = terms.at(-1)
  if (last !== undefined && last.endsAt === undefined) return terms
  const from = last?.endsAt ?? now
  return [...terms, ...term(from, end, rate, { cause })]
}

/** The dates of a row as they are. */
export const datesOf = ({
  validUntil,
  renewableUntil,
  cancelledAt,
  anchorAt,
  anchorTerms,
}: Membership): Dates => ({
  validUntil,
  renewableUntil,
  cancelledAt,
  anchorAt,
  anchorTerms,
})

/**
 * The dates of a row that ends at `validUntil` from now on, where further terms are counted from. A
 * notice runs out with it.
 */
export const datedFrom = (
  membership: Membership,
  validUntil: Date,
  { tier, rate, zone }: Omit<Going, "cause">,
): Dates => ({
  validUntil,
  renewableUntil:
    membership.cancelledAt === undefined
      ? addGrace(validUntil, rate.interval, tier, zone)
      : validUntil,
  cancelledAt: membership.cancelledAt,
  anchorAt: validUntil,
  anchorTerms: 0,
})

/** The dates of a row that never ends: no notice can run out there. */
export const endlessFrom = (now: Date): Dates => ({
  validUntil: undefined,
  renewableUntil: undefined,
  cancelledAt: undefined,
  anchorAt: now,
  anchorTerms: 0,
})
