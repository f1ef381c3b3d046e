import { Result } from "effect"
import {
  type Conflict,
  Invalid,
  type NotFound,
  type PaymentRequired,
} from "../../foundation/errors/refusals.ts"
import {
  type TriggerInput,
  type Change,
  changed,
  conflict,
  noMembership,
  unchanged,
} from "./change.ts"
import { type LiveMembership, liveOf, type MembershipState } from "../membership-state.ts"
import type { Rate } from "../terms/conversion.ts"
import type { Actor } from "../../foundation/access/actor.ts"
import type { HistoryCause } from "../history-cause.ts"
import { outOfRange, paymentFor } from "./joining.ts"
import { renewed } from "../membership-events.ts"
import { term, termsLeft } from "../terms/membership-term.ts"
import type { MembershipPayment } from "./payment.ts"
import { isFree, isOneTime, isSameRate, rateInForce } from "../terms/rate.ts"
import { timeAt } from "../terms/remainder.ts"
import { addGrace, addTerms, isTooLate } from "../terms/term.ts"

/**
 * Renewing is refused once so many terms lie ahead, so that a client that is stuck cannot buy a
 * century.
 */
export const termsAheadMax = 12

/**
 * A member renews something free (T8, T22, T23, T25): one term more, and a notice is withdrawn.
 * What costs something is owed first.
 */
export const renew = (
  state: MembershipState,
  ask: TriggerInput,
  now: Date,
): Result.Result<Change, NotFound | Conflict | PaymentRequired> => {
  const live = liveOf(state, now)
  if (live === undefined) return Result.fail(noMembership())
  const refusal = renewalRefusal(live, state.zone, now)
  if (refusal !== undefined) return Result.fail(refusal)
  const rate = rateInForce(live.tier, live.membership)
  if (!isFree(rate)) return Result.fail(paymentFor("renew", live.tier, rate.priceCents))
  return lengthen(live, { ...ask, rate, count: 1, cause: "renew", zone: state.zone }, now)
}

/**
 * A renewal was paid (T8, T24). It renews the membership on whatever tier it is on by now: one term
 * as it was quoted, or on another tier what that term is worth there.
 */
export const renewPaid = (
  state: MembershipState,
  ask: TriggerInput & { readonly payment: MembershipPayment },
  now: Date,
): Result.Result<Change, NotFound | Conflict> => {
  const { payment, by } = ask
  const live = liveOf(state, now)
  if (live === undefined) return Result.fail(noMembership())
  if (live.terms.some(({ paymentRef }) => paymentRef === payment.ref))
    return Result.succeed(unchanged(live))
  const refusal = renewalRefusal(live, state.zone, now)
  if (refusal !== undefined) return Result.fail(refusal)
  const { rate, ref: paymentRef, tierUuid } = payment
  const present = rateInForce(live.tier, live.membership)
  const renewal = { by, paymentRef, count: 1, cause: "renew", zone: state.zone } as const
  const isQuoted = tierUuid === live.membership.tierUuid || isSameRate(rate, present)
  if (isQuoted)
    return isOneTime(rate) ? Result.fail(onceOnly(live)) : lengthen(live, { ...renewal, rate }, now)
  if (rate.currency !== present.currency)
    return Result.fail(
      conflict(
        live,
        "currencies_differ",
        "The renewal was paid in another currency than the tier's.",
      ),
    )
  return lengthen(live, { ...renewal, rate: present, worth: rate }, now)
}

/** Input of `renewByOrganization`. */
export interface RenewByOrganization extends TriggerInput {
  /** From 1 to 12. */
  readonly count: number
  readonly note?: string | undefined
}

/**
 * The organization renews a membership, paid at its desk or given (T33, T25): so many terms at
 * once, and a notice is withdrawn.
 */
export const renewByOrganization = (
  state: MembershipState,
  ask: RenewByOrganization,
  now: Date,
): Result.Result<Change, NotFound | Conflict | Invalid> => {
  const live = liveOf(state, now)
  if (live === undefined) return Result.fail(noMembership())
  const isCount = Number.isInteger(ask.count) && ask.count >= 1 && ask.count <= termsAheadMax
  if (!isCount)
    return Result.fail(
      new Invalid({ errors: { terms: `must be a whole number from 1 to ${termsAheadMax}` } }),
    )
  const refusal = renewalRefusal(live, state.zone, now)
  if (refusal !== undefined) return Result.fail(refusal)
  const rate = rateInForce(live.tier, live.membership)
  return lengthen(live, { ...ask, rate, cause: "renew", zone: state.zone }, now)
}

/** Why the membership cannot be renewed at all; undefined when it can. */
export const renewalRefusal = (
  live: LiveMembership,
  zone: string,
  now: Date,
): Conflict | undefined => {
  const { membership, tier } = live
  const rate = rateInForce(tier, membership)
  if (isOneTime(rate)) return onceOnly(live)
  if (membership.validUntil === undefined)
    return conflict(live, "never_expires", "The membership does not expire.")
  if (tier.deletedAt !== undefined)
    return conflict(live, "tier_deleted", "The tier is not there any more: join another one.")
  const farthest = addTerms(now, rate.interval, termsAheadMax, zone)
  return farthest !== undefined && membership.validUntil >= farthest
    ? conflict(
        live,
        "too_far_ahead",
        `The membership is renewed for ${termsAheadMax} terms ahead, which is the maximum.`,
      )
    : undefined
}

const onceOnly = (live: LiveMembership): Conflict =>
  conflict(live, "one_time", "The membership is paid once and is not renewed.")

interface Lengthen extends TriggerInput {
  readonly by: Actor
  readonly cause: HistoryCause
  readonly zone: string
  /** What the new time is put there at. */
  readonly rate: Rate
  readonly count: number
  /** Time worth one term at this rate is added, in place of whole terms. */
  readonly worth?: Rate
  readonly paymentRef?: string | undefined
  readonly note?: string | undefined
}

/**
 * The membership with more time at its end; one that lapsed starts again at `now`, so that a member
 * does not pay for days without access.
 */
export const lengthen = (
  live: LiveMembership,
  ask: Lengthen,
  now: Date,
): Result.Result<Change, Conflict> => {
  const { rate, zone, cause, paymentRef } = ask
  const base = live.status === "lapsed" ? now : (live.membership.validUntil ?? now)
  const end = ask.worth === undefined ? byTerms(live, ask, now) : byWorth(base, ask.worth, ask)
  if (end === undefined) return Result.fail(onceOnly(live))
  const { validUntil } = end
  if (isTooLate(validUntil)) return Result.fail(outOfRange())
  const renewableUntil = addGrace(validUntil, rate.interval, live.tier, zone)
  const terms = [
    ...termsLeft(live.terms, now),
    ...term(base, validUntil, rate, { cause, paymentRef }),
  ]
  const written = { ...ask, terms, events: [renewed(live.membership)], closesCheckouts: [] }
  return Result.succeed(
    changed(live, { ...end, renewableUntil, cancelledAt: undefined }, written, now),
  )
}

interface End {
  readonly validUntil: Date
  readonly anchorAt: Date
  readonly anchorTerms: number
}

/** So many terms further, counted from the anchor while it counts in the same interval. */
const byTerms = (
  { membership, terms, status }: LiveMembership,
  { rate, count, zone }: Lengthen,
  now: Date,
): End | undefined => {
  const { validUntil } = membership
  const countsIn = terms.at(-1)?.interval ?? rate.interval
  const isAnchored = membership.anchorTerms > 0 && countsIn === rate.interval
  const isOver = status === "lapsed" || validUntil === undefined
  const anchor = isOver
    ? { anchorAt: now, anchorTerms: 0 }
    : isAnchored
      ? membership
      : { anchorAt: validUntil, anchorTerms: 0 }
  const anchorTerms = anchor.anchorTerms + count
  const end = addTerms(anchor.anchorAt, rate.interval, anchorTerms, zone)
  return end && { validUntil: end, anchorAt: anchor.anchorAt, anchorTerms }
}

/** As long as one term at the rate `worth` is worth at another. */
const byWorth = (base: Date, worth: Rate, { rate, zone, cause }: Lengthen): End | undefined => {
  const end = addTerms(base, worth.interval, 1, zone)
  if (end === undefined) return undefined
  const ms = isFree(rate)
    ? BigInt(end.getTime() - base.getTime())
    : timeAt(term(base, end, worth, { cause }), rate, base)
  if (ms === undefined) return undefined
  const validUntil = new Date(base.getTime() + Number(ms))
  return { validUntil, anchorAt: validUntil, anchorTerms: 0 }
}
