import type { PricedTime, Rate } from "./conversion.ts"
import type { HistoryCause } from "../history-cause.ts"

/**
 * A stretch of a membership's time and the price it was bought at. The stretches of a membership
 * follow one another without a gap up to its `validUntil`. They, and not the tier's price of today,
 * say what the time left is worth: so a price that changes does not change what a user has, and a
 * year that was given does not become thirteen months that were paid.
 */
export interface MembershipTerm extends Rate {
  readonly startsAt: Date
  /** Undefined for the stretch that never ends. */
  readonly endsAt: Date | undefined
  /** What added it. */
  readonly cause: HistoryCause
  /** The payment that bought it, where one did. */
  readonly paymentRef: string | undefined
}

/** What is left of the terms at `now`, the running one from where it began. */
export const termsLeft = (terms: readonly MembershipTerm[], now: Date): readonly MembershipTerm[] =>
  terms.filter(({ endsAt }) => endsAt === undefined || endsAt > now)

/** The terms up to `end`, for a membership that ends earlier than it did. */
export const termsUntil = (
  terms: readonly MembershipTerm[],
  end: Date,
): readonly MembershipTerm[] =>
  terms
    .filter(({ startsAt }) => startsAt < end)
    .map((term) =>
      term.endsAt === undefined || term.endsAt > end ? { ...term, endsAt: end } : term,
    )

/**
 * Terms that end, as time at a price; the running one counts from `now`. Those paid once have no
 * price per day and are left out.
 */
export const timeLeft = (terms: readonly MembershipTerm[], now: Date): readonly PricedTime[] =>
  termsLeft(terms, now).flatMap(({ startsAt, endsAt, priceCents, interval }) =>
    endsAt === undefined || interval === "one_time"
      ? []
      : [
          {
            ms: BigInt(endsAt.getTime() - Math.max(startsAt.getTime(), now.getTime())),
            priceCents,
            interval,
          },
        ],
  )

/**
 * A term from `startsAt` to `endsAt`, in a list of its own; no term where that is no time at all.
 */
export const term = (
  startsAt: Date,
  endsAt: Date | undefined,
  rate: Rate,
  put: { readonly cause: HistoryCause; readonly paymentRef?: string | undefined },
): readonly MembershipTerm[] =>
  endsAt !== undefined && endsAt <= startsAt
    ? []
    : [{ ...rateOf(rate), startsAt, endsAt, cause: put.cause, paymentRef: put.paymentRef }]

/** The rate alone, of something that also has one. */
export const rateOf = ({ priceCents, currency, interval }: Rate): Rate => ({
  priceCents,
  currency,
  interval,
})
