import { Result } from "effect"
import { Conflict, type NotFound } from "../../foundation/errors/refusals.ts"
import type { Tier } from "../../tiers/tier.ts"
import { changeTierPaid, lapsedFirst, notExpressible } from "./changing-tier.ts"
import type { CheckoutPurpose, MembershipPayment } from "./payment.ts"
import { type TriggerInput, type Change, noMembership, noTier, offeredTier } from "./change.ts"
import { liveOf, type MembershipState } from "../membership-state.ts"
import type { Rate } from "../terms/conversion.ts"
import { alreadyMember, joinPaid } from "./joining.ts"
import type { Membership } from "../membership.ts"
import { isFree, listRate, rateInForce } from "../terms/rate.ts"
import { creditTowards, judgeRemainder } from "../terms/remainder.ts"
import { renewalRefusal, renewPaid } from "./renewing.ts"

/** Input of `quoteCheckout`. */
export interface QuoteFor extends TriggerInput {
  readonly purpose: CheckoutPurpose
  /**
   * For joining and changing; undefined when there is no such tier. A renewal is quoted on the tier
   * that the membership is on.
   */
  readonly tier: Tier | undefined
}

/**
 * What a user owes, and what they have once it is paid. A checkout keeps it, so that a price that
 * changes meanwhile is honoured.
 */
export interface MembershipQuote {
  readonly purpose: CheckoutPurpose
  readonly tier: Tier
  /** Above 0. */
  readonly amountCents: number
  readonly currency: string
  /** What the time left is credited with; 0 but for a change. */
  readonly creditCents: number
  readonly rate: Rate
  /** As of `now`; undefined never. */
  readonly validUntil: Membership["validUntil"]
  readonly renewableUntil: Membership["renewableUntil"]
}

/**
 * What a checkout for this asks for (docs/membership-rules.md#amounts). 409 where nothing is owed,
 * and where a payment could not be applied.
 */
export const quoteCheckout = (
  state: MembershipState,
  ask: QuoteFor,
  now: Date,
): Result.Result<MembershipQuote, NotFound | Conflict> => {
  const owed = ask.purpose === "renew" ? ofRenewal(state, now) : ofTier(state, ask, now)
  if (Result.isFailure(owed)) return Result.fail(owed.failure)
  const { tier, rate, creditCents } = owed.success
  const amountCents = rate.priceCents - creditCents
  if (amountCents <= 0) return Result.fail(nothingOwed())
  const payment = { ref: "", rate, tierUuid: tier.uuid, creditCents, isLate: false }
  const paid = payFor(state, { ...ask, tier, uuid: "", payment }, now)
  if (Result.isFailure(paid)) return Result.fail(paid.failure)
  const { validUntil, renewableUntil } = paid.success.after
  const { purpose } = ask
  return Result.succeed({
    purpose,
    tier,
    amountCents,
    currency: rate.currency,
    creditCents,
    rate,
    validUntil,
    renewableUntil,
  })
}

/**
 * What a payment that arrived for a checkout does: whatever it was for. A refusal is for a human to
 * settle, since money was taken.
 */
export const payFor = (
  state: MembershipState,
  ask: QuoteFor & {
    readonly payment: MembershipPayment /** Of the membership to be. */
    readonly uuid: string
  },
  now: Date,
): Result.Result<Change, NotFound | Conflict> => {
  const apply = { join: joinPaid, renew: renewPaid, change: changeTierPaid }[ask.purpose]
  return apply(state, ask, now)
}

interface Owed {
  readonly tier: Tier
  readonly rate: Rate
  readonly creditCents: number
}

const ofTier = (
  state: MembershipState,
  { purpose, tier: requestedTier }: QuoteFor,
  now: Date,
): Result.Result<Owed, NotFound | Conflict> => {
  const tier = offeredTier(requestedTier, state.organizationUuid)
  if (tier === undefined) return Result.fail(noTier())
  const live = liveOf(state, now)
  const rate = listRate(tier)
  if (purpose === "join")
    return live === undefined
      ? Result.succeed({ tier, rate, creditCents: 0 })
      : Result.fail(alreadyMember(live))
  if (live === undefined) return Result.fail(noMembership())
  if (live.status === "lapsed") return Result.fail(lapsedFirst(live))
  if (live.membership.tierUuid === tier.uuid) return Result.fail(nothingOwed())
  const remainder = judgeRemainder(live, rate, "self_service", now)
  // What was paid in another currency counts nothing, but another currency may be paid.
  const isPayable =
    remainder.kind === "payment" ||
    (remainder.kind === "refused" && remainder.reason === "currencies_differ")
  if (isPayable)
    return Result.succeed({
      tier,
      rate,
      creditCents: creditTowards(live.terms, rate.currency, now),
    })
  return Result.fail(
    remainder.kind === "refused" ? notExpressible(live, remainder.reason) : nothingOwed(),
  )
}

const ofRenewal = (state: MembershipState, now: Date): Result.Result<Owed, NotFound | Conflict> => {
  const live = liveOf(state, now)
  if (live === undefined) return Result.fail(noMembership())
  const refusal = renewalRefusal(live, state.zone, now)
  if (refusal !== undefined) return Result.fail(refusal)
  const rate = rateInForce(live.tier, live.membership)
  return isFree(rate)
    ? Result.fail(nothingOwed())
    : Result.succeed({ tier: live.tier, rate, creditCents: 0 })
}

const nothingOwed = (): Conflict =>
  new Conflict({ reason: "nothing_owed", message: "Nothing is owed: do it without a checkout." })
