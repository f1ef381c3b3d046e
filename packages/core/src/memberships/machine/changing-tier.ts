import { Result } from "effect"
import type { Tier } from "../../tiers/tier.ts"
import {
  type TriggerInput,
  type Change,
  changed,
  conflict,
  noMembership,
  noTier,
  offeredTier,
  tierOf,
  unchanged,
} from "./change.ts"
import { type LiveMembership, liveOf, type MembershipState } from "../membership-state.ts"
import type { Conflict, NotFound, PaymentRequired } from "../../foundation/errors/refusals.ts"
import { type Rate, termMs } from "../terms/conversion.ts"
import { outOfRange, paymentFor } from "./joining.ts"
import { tierChanged } from "../membership-events.ts"
import { term } from "../terms/membership-term.ts"
import type { MembershipPayment } from "./payment.ts"
import { isFree, isOneTime, listRate, nothingAgreed, rateInForce } from "../terms/rate.ts"
import { endlessFrom, type Going, reexpress } from "./reexpressing.ts"
import { creditTowards, judgeRemainder, type RemainderRefusal } from "../terms/remainder.ts"
import { addGrace, addTerms, isTooLate } from "../terms/term.ts"

/** Input of `changeTier`. */
export interface ChangeTier extends TriggerInput {
  /** Undefined when there is no such tier. */
  readonly tier: Tier | undefined
}

/**
 * A member goes to another tier that is offered to all (T10 to T15). No money changes hands: the
 * time left is expressed in the new tier's days, and the price agreed for the old one is dropped.
 * To the present tier nothing happens, closed as it may be, so that a call may be repeated.
 */
export const changeTier = (
  state: MembershipState,
  ask: ChangeTier,
  now: Date,
): Result.Result<Change, NotFound | Conflict | PaymentRequired> => {
  const live = liveOf(state, now)
  const isOwn =
    live !== undefined && live.status !== "lapsed" && ask.tier?.uuid === live.membership.tierUuid
  if (isOwn) return Result.succeed(unchanged(live))
  const tier = offeredTier(ask.tier, state.organizationUuid)
  if (tier === undefined) return Result.fail(noTier())
  if (live === undefined) return Result.fail(noMembership())
  if (live.status === "lapsed") return Result.fail(lapsedFirst(live))
  const rate = listRate(tier)
  const remainder = judgeRemainder(live, rate, "self_service", now)
  if (remainder.kind === "payment")
    return Result.fail(paymentFor("change", tier, remainder.amountCents))
  if (remainder.kind === "refused") return Result.fail(notExpressible(live, remainder.reason))
  const { dates, terms, conversion } = reexpress(
    live,
    remainder,
    { tier, rate, zone: state.zone, cause: "tier_change" },
    now,
  )
  const events = [tierChanged(live.membership, tier)]
  const written = {
    cause: "tier_change",
    by: ask.by,
    conversion,
    terms,
    events,
    closesCheckouts: ["renew", "change"],
  } as const
  return Result.succeed(
    changed(live, { tierUuid: tier.uuid, ...nothingAgreed, ...dates }, written, now),
  )
}

/** 409: a membership whose term ran out is renewed before anything else. */
export const lapsedFirst = (live: LiveMembership): Conflict =>
  conflict(live, "lapsed", "The term of the membership ran out: renew it first.")

/** 409: the time left cannot be said in days of the other tier. */
export const notExpressible = (live: LiveMembership, reason: RemainderRefusal): Conflict => {
  switch (reason) {
    case "endless_remainder":
      return conflict(
        live,
        "endless_remainder",
        "The membership never ends, so no number of days says what is left of it.",
      )
    case "no_price_per_day":
      return conflict(
        live,
        "no_price_per_day",
        "What is left was paid once and has no price per day.",
      )
    case "currencies_differ":
      return conflict(live, "currencies_differ", "What is left was paid in another currency.")
    case "out_of_range":
      return conflict(live, "out_of_range", "The membership would end after the year 9999.")
  }
}

/**
 * A tier change was paid (T26). A new term of the tier begins now, the notice and what was agreed
 * are gone. The time left went into the price as credit: what of it the credit did not count, since
 * a renewal came in between, lengthens the new term; what a late payment finds used up meanwhile is
 * for a human to settle.
 */
export const changeTierPaid = (
  state: MembershipState,
  ask: ChangeTier & { readonly payment: MembershipPayment },
  now: Date,
): Result.Result<Change, NotFound | Conflict> => {
  const { payment } = ask
  const tier = tierOf(ask.tier, state.organizationUuid)
  if (tier === undefined) return Result.fail(noTier())
  const live = liveOf(state, now)
  if (live === undefined) return Result.fail(noMembership())
  if (live.terms.some(({ paymentRef }) => paymentRef === payment.ref))
    return Result.succeed(unchanged(live))
  if (live.status === "lapsed") return Result.fail(lapsedFirst(live))
  if (live.membership.tierUuid === tier.uuid)
    return Result.fail(conflict(live, "already_on_tier", "The membership is on that tier already."))
  const from = rateInForce(live.tier, live.membership)
  if (live.membership.validUntil === undefined && !isOneTime(from) && !isFree(from))
    return Result.fail(notExpressible(live, "endless_remainder"))
  const going = { tier, rate: payment.rate, zone: state.zone, cause: "tier_change" } as const
  const bought = boughtTerm(live, payment, going, now)
  if (Result.isFailure(bought)) return Result.fail(bought.failure)
  const { dates, terms } = bought.success
  const written = {
    cause: "tier_change",
    by: ask.by,
    paymentRef: payment.ref,
    conversion: payment.rate,
    terms,
    events: [tierChanged(live.membership, tier)],
    closesCheckouts: ["renew", "change"],
  } as const
  return Result.succeed(
    changed(live, { tierUuid: tier.uuid, ...nothingAgreed, ...dates }, written, now),
  )
}

const boughtTerm = (live: LiveMembership, payment: MembershipPayment, to: Going, now: Date) => {
  const { rate, tier, zone, cause } = to
  const excessCents = creditTowards(live.terms, rate.currency, now) - payment.creditCents
  if (payment.isLate && excessCents < 0)
    return Result.fail(
      conflict(live, "credit_used_up", "The credited time was used up before the payment arrived."),
    )
  if (isOneTime(rate) && excessCents > 0)
    return Result.fail(
      conflict(
        live,
        "quote_outdated",
        "The membership now has more remaining time than the quote credited.",
      ),
    )
  const end = addTerms(now, rate.interval, 1, zone)
  const put = { cause, paymentRef: payment.ref }
  if (end === undefined)
    return Result.succeed({ dates: endlessFrom(now), terms: term(now, undefined, rate, put) })
  const validUntil = new Date(end.getTime() + timeFor(excessCents, rate))
  if (isTooLate(validUntil)) return Result.fail(outOfRange())
  const isPlain = validUntil.getTime() === end.getTime()
  const anchor = isPlain
    ? { anchorAt: now, anchorTerms: 1 }
    : { anchorAt: validUntil, anchorTerms: 0 }
  const renewableUntil = addGrace(validUntil, rate.interval, tier, zone)
  return Result.succeed({
    dates: { validUntil, renewableUntil, cancelledAt: undefined, ...anchor },
    terms: [...term(now, end, rate, put), ...term(end, validUntil, rate, { cause })],
  })
}

const timeFor = (cents: number, { priceCents, interval }: Rate): number =>
  cents <= 0 || priceCents === 0 || interval === "one_time"
    ? 0
    : Number((BigInt(cents) * termMs[interval]) / BigInt(priceCents))
