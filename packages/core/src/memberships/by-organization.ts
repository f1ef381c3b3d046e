import { Result } from "effect"
import { type Conflict, Invalid, type NotFound } from "../foundation/errors/refusals.ts"
import type { PaymentInterval, Tier } from "../tiers/tier.ts"
import { invalidAgreement } from "./machine/agreement.ts"
import { notExpressible } from "./machine/changing-tier.ts"
import {
  type TriggerInput,
  type Change,
  changed,
  conflict,
  noMembership,
  noTier,
  tierOf,
  unchanged,
} from "./machine/change.ts"
import { type LiveMembership, liveOf, type MembershipState } from "./membership-state.ts"
import type { Rate } from "./terms/conversion.ts"
import { isSameRow } from "./history.ts"
import { renewed, tierChanged } from "./membership-events.ts"
import { type MembershipTerm, termsLeft, termsUntil } from "./terms/membership-term.ts"
import { type AgreedRate, isOneTime, rateInForce } from "./terms/rate.ts"
import {
  type Dates,
  datedFrom,
  datesOf,
  endlessFrom,
  filledUntil,
  reexpress,
} from "./machine/reexpressing.ts"
import { judgeRemainder } from "./terms/remainder.ts"
import { isTooLate } from "./terms/term.ts"

/** Input of `amendMember`; a field that is undefined stays as it is. */
export interface AmendMember extends TriggerInput {
  readonly tier?: Tier | undefined
  /** What becomes of the time left when the tier changes; it stays unless said. */
  readonly term?: "keep" | "convert" | undefined
  /** `null` never ends. */
  readonly validUntil?: Date | null | undefined
  /** `null` goes back to the tier's price. */
  readonly customPriceCents?: number | null | undefined
  /** `null` goes back to the tier's interval. */
  readonly customPaymentInterval?: PaymentInterval | null | undefined
}

/**
 * The organization changes a membership: its tier (T29), its date (T30, T31), what is agreed with
 * the member (T32), or all at once. A date that revives one that lapsed renews it. A price or
 * interval holds from the next renewal on; the running term stays as it was put there.
 */
export const amendMember = (
  state: MembershipState,
  ask: AmendMember,
  now: Date,
): Result.Result<Change, NotFound | Conflict | Invalid> => {
  const live = liveOf(state, now)
  if (live === undefined) return Result.fail(noMembership())
  const isOther = ask.tier !== undefined && ask.tier.uuid !== live.membership.tierUuid
  const tier = isOther ? tierOf(ask.tier, state.organizationUuid) : live.tier
  if (tier === undefined) return Result.fail(noTier())
  const agreed = agreedBy(ask, live.membership)
  const errors = {
    ...invalidAgreement(asksFor(ask), tier),
    ...invalidDate(ask, live, isOther, now),
  }
  if (Object.keys(errors).length > 0) return Result.fail(new Invalid({ errors }))
  const refusal = isOther ? crossingRefusal(live, tier, ask) : undefined
  if (refusal !== undefined) return Result.fail(refusal)
  const to = {
    tier,
    rate: rateInForce(tier, agreed),
    zone: state.zone,
    cause: "org_change",
  } as const
  const moved = isOther
    ? movedTo(live, to, ask.term ?? "keep", now)
    : Result.succeed(stay(live, now))
  if (Result.isFailure(moved)) return Result.fail(moved.failure)
  const { dates, terms, conversion } =
    ask.validUntil === undefined
      ? moved.success
      : redated(live, moved.success, ask.validUntil, to, now)
  const fields = { tierUuid: tier.uuid, ...agreed, ...dates }
  if (isSameRow(live.membership, { ...live.membership, ...fields }))
    return Result.succeed(unchanged(live))
  const isRevived = live.status === "lapsed" && ask.validUntil !== undefined
  const events = [
    ...(isOther ? [tierChanged(live.membership, tier)] : []),
    ...(isRevived ? [renewed(live.membership)] : []),
  ]
  return Result.succeed(
    changed(live, fields, { cause: "org_change", by: ask.by, conversion, terms, events }, now),
  )
}

interface Time {
  readonly dates: Dates
  readonly terms: readonly MembershipTerm[]
  readonly conversion: Rate | undefined
}

const stay = (live: LiveMembership, now: Date): Time => ({
  dates: datesOf(live.membership),
  terms: termsLeft(live.terms, now),
  conversion: undefined,
})

/** What was agreed, once the request holds. */
const agreedBy = (ask: AmendMember, before: AgreedRate): AgreedRate => ({
  customPriceCents:
    ask.customPriceCents === undefined
      ? before.customPriceCents
      : (ask.customPriceCents ?? undefined),
  customPaymentInterval:
    ask.customPaymentInterval === undefined
      ? before.customPaymentInterval
      : (ask.customPaymentInterval ?? undefined),
})

const asksFor = (ask: AmendMember): AgreedRate =>
  agreedBy(ask, { customPriceCents: undefined, customPaymentInterval: undefined })

const invalidDate = (
  { validUntil, term }: AmendMember,
  live: LiveMembership,
  isOther: boolean,
  now: Date,
): Readonly<Record<string, string>> => {
  if (validUntil === undefined) return {}
  if (isOther && term === "convert")
    return { valid_until: "send a date, or have the term converted, but not both" }
  if (validUntil === null) return {}
  const isAhead = live.status === "lapsed" ? validUntil > now : validUntil >= now
  return isAhead && !isTooLate(validUntil)
    ? {}
    : { valid_until: "must lie ahead, before the year 10000" }
}

/**
 * 409: a member cannot move between a one-time tier and one with terms. A price or interval agreed
 * for one tier is carried to another tier only if the caller sends it again.
 */
const crossingRefusal = (
  live: LiveMembership,
  tier: Tier,
  ask: AmendMember,
): Conflict | undefined => {
  const { customPriceCents, customPaymentInterval } = live.membership
  if (
    isOneTime({ interval: live.tier.paymentInterval }) !==
    isOneTime({ interval: tier.paymentInterval })
  )
    return conflict(
      live,
      "kinds_cross",
      "Members cannot move between a one-time tier and a tier with terms. Choose a tier of the same kind.",
    )
  const isUnsaid =
    (customPriceCents !== undefined && ask.customPriceCents === undefined) ||
    (customPaymentInterval !== undefined && ask.customPaymentInterval === undefined)
  return isUnsaid
    ? conflict(
        live,
        "custom_terms",
        "The member has an agreed price or interval. Send its value on the other tier, or null.",
        {
          custom_tier_price_cents: customPriceCents ?? null,
          custom_tier_payment_interval: customPaymentInterval ?? null,
        },
      )
    : undefined
}

const movedTo = (
  live: LiveMembership,
  to: Parameters<typeof reexpress>[2],
  term: "keep" | "convert",
  now: Date,
): Result.Result<Time, Conflict> => {
  const remainder = judgeRemainder(live, to.rate, term, now)
  // The organization is never asked for money.
  if (remainder.kind === "payment") return Result.succeed(stay(live, now))
  if (remainder.kind === "refused") return Result.fail(notExpressible(live, remainder.reason))
  return Result.succeed(reexpress(live, remainder, to, now))
}

const redated = (
  live: LiveMembership,
  time: Time,
  validUntil: Date | null,
  to: Parameters<typeof reexpress>[2],
  now: Date,
): Time => {
  if (validUntil === null) {
    const isSo = time.dates.validUntil === undefined
    return isSo
      ? time
      : { ...time, dates: endlessFrom(now), terms: filledUntil(time.terms, undefined, to, now) }
  }
  if (time.dates.validUntil?.getTime() === validUntil.getTime()) return time
  const dates = datedFrom({ ...live.membership, ...time.dates }, validUntil, to)
  return {
    ...time,
    dates,
    terms: filledUntil(termsUntil(time.terms, validUntil), validUntil, to, now),
  }
}

/** Input of `keepPrice`. */
export interface KeepPrice extends TriggerInput {
  /** What the tier cost before its price changed. */
  readonly priceCents: number
}

/**
 * A tier's price changes and a member keeps the old one: it becomes what is agreed with them,
 * unless something is.
 */
export const keepPrice = (
  state: MembershipState,
  { by, priceCents }: KeepPrice,
  now: Date,
): Result.Result<Change, NotFound | Conflict | Invalid> => {
  const live = liveOf(state, now)
  if (live === undefined) return Result.fail(noMembership())
  const errors = invalidAgreement(
    { customPriceCents: priceCents, customPaymentInterval: undefined },
    live.tier,
  )
  if (Object.keys(errors).length > 0) return Result.fail(new Invalid({ errors }))
  if (live.membership.customPriceCents !== undefined) return Result.succeed(unchanged(live))
  const written = { cause: "org_change", by, terms: termsLeft(live.terms, now) } as const
  return Result.succeed(changed(live, { customPriceCents: priceCents }, written, now))
}
