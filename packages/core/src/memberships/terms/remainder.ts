import { convertTime, creditOf, type Rate } from "./conversion.ts"
import type { HeldMembership } from "../membership-state.ts"
import { type MembershipTerm, termsLeft, timeLeft } from "./membership-term.ts"
import { isFree, isOneTime, rateInForce } from "./rate.ts"
import { lastInstant } from "./term.ts"

/**
 * How a tier change treats the time that is left: by the rules for members themselves, or as the
 * organization chose.
 */
export type RemainderMode = "self_service" | "keep" | "convert"

/** What becomes of the time that is left when a membership goes to another rate. */
export type Remainder =
  /** Dates and terms stay as they are. */
  | { readonly kind: "keep" }
  /** It never ends from now on. */
  | { readonly kind: "endless" }
  /** What it is worth, at the new price. */
  | { readonly kind: "convert"; readonly validUntil: Date }
  /** Money is owed first; `creditCents` of the price are taken as paid. */
  | { readonly kind: "payment"; readonly amountCents: number; readonly creditCents: number }
  /** It cannot be said in the other rate. */
  | { readonly kind: "refused"; readonly reason: RemainderRefusal }

export type RemainderRefusal =
  | "endless_remainder"
  | "no_price_per_day"
  | "currencies_differ"
  | "out_of_range"

const keep: Remainder = { kind: "keep" }
const endless: Remainder = { kind: "endless" }
const refused = (reason: RemainderRefusal): Remainder => ({ kind: "refused", reason })

/** The time that is left at `now`, as it is weighed. */
interface RemainingTime {
  readonly held: HeldMembership
  readonly now: Date
  /** What the next term would cost where the membership is. */
  readonly rate: Rate
  /** The terms of worth. */
  readonly priced: readonly MembershipTerm[]
  readonly isEndless: boolean
  readonly hasNotice: boolean
}

const remainingOf = (held: HeldMembership, now: Date): RemainingTime => ({
  held,
  now,
  rate: rateInForce(held.tier, held.membership),
  priced: termsLeft(held.terms, now).filter(({ priceCents }) => priceCents > 0),
  isEndless: held.membership.validUntil === undefined,
  hasNotice: held.membership.cancelledAt !== undefined,
})

/**
 * What becomes of the time left at `now` when the membership goes to the rate `to`
 * (docs/membership-rules.md#what-converts, and the corners of docs/decisions/0017). Total: every
 * pair of rates has an answer. Time that ran out, and time whose tier change shall keep it, stays.
 */
export const judgeRemainder = (
  held: HeldMembership,
  to: Rate,
  mode: RemainderMode,
  now: Date,
): Remainder => {
  const remaining = remainingOf(held, now)
  const { validUntil } = held.membership
  if (mode === "keep" || (validUntil !== undefined && validUntil <= now)) return keep
  if (mode === "convert") return byOrganization(remaining, to)
  if (isFree(to)) return toFree(remaining, to)
  return remaining.isEndless ? fromEndless(remaining, to) : fromDated(remaining, to)
}

/** A member does not gain or lose time because one tier is free or never ends. */
const byOrganization = (remaining: RemainingTime, to: Rate): Remainder =>
  remaining.isEndless ||
  isFree(to) ||
  isOneTime(to) ||
  isOneTime(remaining.rate) ||
  remaining.priced.length === 0
    ? keep
    : converted(remaining, to)

/**
 * Time that was paid is kept, and what is free and has no terms never ends; only a notice runs out
 * all the same.
 */
const toFree = (remaining: RemainingTime, to: Rate): Remainder => {
  const isEndlessFromNow =
    isOneTime(to) && !remaining.isEndless && !remaining.hasNotice && !isOneTime(remaining.rate)
  return isEndlessFromNow ? endless : keep
}

/**
 * What never ends has no number of days. What was paid once may go where it costs no more, and the
 * difference buys the rest. What is free owes the price like anything free: the first term begins
 * when it is paid.
 */
const fromEndless = (remaining: RemainingTime, to: Rate): Remainder => {
  if (isFree(remaining.rate)) {
    const owing = owed(remaining, to)
    return owing.kind === "refused" ? refused("endless_remainder") : owing
  }
  if (!isOneTime(remaining.rate)) return refused("endless_remainder")
  const forLife = remaining.priced.find(({ endsAt }) => endsAt === undefined)
  if (forLife === undefined) return owed(remaining, to)
  if (!isOneTime(to)) return refused("endless_remainder")
  if (forLife.currency !== to.currency) return refused("currencies_differ")
  const creditCents = creditTowards(remaining.priced, to.currency, remaining.now)
  const amountCents = to.priceCents - creditCents
  return amountCents > 0 ? { kind: "payment", amountCents, creditCents } : keep
}

const fromDated = (remaining: RemainingTime, to: Rate): Remainder => {
  const isPaying = !isFree(remaining.rate) && remaining.priced.length > 0
  if (!isPaying) return owed(remaining, to)
  if (remaining.priced.some(({ currency }) => currency !== to.currency))
    return refused("currencies_differ")
  if (!isOneTime(to)) return converted(remaining, to)
  // A membership that is paid once and has a date all the same stays as it is where it costs no
  // more: the date was the organization's.
  const isNoMore =
    isOneTime(remaining.rate) &&
    remaining.priced.every(({ priceCents }) => priceCents >= to.priceCents)
  return isNoMore ? keep : owed(remaining, to)
}

/**
 * A member on a free tier, or one who wants what days cannot buy, pays the difference; where there
 * is none, the change is made.
 */
const owed = (remaining: RemainingTime, to: Rate): Remainder => {
  const creditCents = creditTowards(remaining.held.terms, to.currency, remaining.now)
  const amountCents = to.priceCents - creditCents
  if (amountCents > 0) return { kind: "payment", amountCents, creditCents }
  if (isOneTime(to)) return remaining.hasNotice ? keep : endless
  return converted(remaining, to)
}

/**
 * What the terms left are worth in a currency, in minor units: those of another count nothing, what
 * was paid once and never ends counts whole, and what was paid once and ends all the same has no
 * price per day to count by.
 */
export const creditTowards = (
  terms: readonly MembershipTerm[],
  currency: string,
  now: Date,
): number => {
  const counted = terms.filter((term) => term.currency === currency)
  const forLife = counted.filter((term) => term.endsAt === undefined && isOneTime(term))
  return forLife.reduce((sum, { priceCents }) => sum + priceCents, creditOf(timeLeft(counted, now)))
}

const converted = (remaining: RemainingTime, to: Rate): Remainder => {
  const { priced, now } = remaining
  if (priced.some(({ currency }) => currency !== to.currency)) return refused("currencies_differ")
  if (priced.some((term) => isOneTime(term))) return refused("no_price_per_day")
  const ms = timeAt(priced, to, now)
  if (ms === undefined) return keep
  // A move counts from the moment it was asked for; a user who came later has time from then on.
  const from = Math.max(
    now.getTime(),
    Math.min(...termsLeft(remaining.held.terms, now).map(({ startsAt }) => startsAt.getTime())),
  )
  const end = BigInt(from) + ms
  return end > BigInt(lastInstant.getTime())
    ? refused("out_of_range")
    : { kind: "convert", validUntil: new Date(Number(end)) }
}

/**
 * The time that the worth of terms buys at another rate; undefined where that is free or has no
 * terms.
 */
export const timeAt = (
  terms: readonly MembershipTerm[],
  to: Rate,
  now: Date,
): bigint | undefined =>
  to.interval === "one_time"
    ? undefined
    : convertTime(timeLeft(terms, now), { priceCents: to.priceCents, interval: to.interval })
