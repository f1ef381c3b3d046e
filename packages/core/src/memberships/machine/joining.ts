import { Result } from "effect"
import {
  Conflict,
  Invalid,
  type NotFound,
  PaymentRequired,
} from "../../foundation/errors/refusals.ts"
import type { Tier } from "../../tiers/tier.ts"
import {
  type TriggerInput,
  type Change,
  conflict,
  made,
  noTier,
  offeredTier,
  tierOf,
} from "./change.ts"
import { type LiveMembership, liveOf, type MembershipState } from "../membership-state.ts"
import type { Rate } from "../terms/conversion.ts"
import { invalidAgreement } from "./agreement.ts"
import type { Actor } from "../../foundation/access/actor.ts"
import type { HistoryCause } from "../history-cause.ts"
import type { Membership } from "../membership.ts"
import { joined } from "../membership-events.ts"
import { term } from "../terms/membership-term.ts"
import type { MembershipPayment } from "./payment.ts"
import {
  type AgreedRate,
  isFree,
  isOneTime,
  listRate,
  nothingAgreed,
  rateInForce,
} from "../terms/rate.ts"
import { settle } from "./settle.ts"
import { addGrace, addTerms, isTooLate } from "../terms/term.ts"

/** Input of `join`. */
export interface Join extends TriggerInput {
  /** Undefined when there is no such tier. */
  readonly tier: Tier | undefined
  /** Of the membership to be. */
  readonly uuid: string
}

/**
 * A user joins on a tier that is offered to all and costs nothing (T16 to T20). The tier is
 * looked at first, then their own row.
 */
export const join = (
  state: MembershipState,
  ask: Join,
  now: Date,
): Result.Result<Change, NotFound | Conflict | PaymentRequired> => {
  const tier = offeredTier(ask.tier, state.organizationUuid)
  if (tier === undefined) return Result.fail(noTier())
  const live = liveOf(state, now)
  if (live !== undefined) return Result.fail(alreadyMember(live))
  const rate = listRate(tier)
  if (!isFree(rate)) return Result.fail(paymentFor("join", tier, rate.priceCents))
  return begin(state, { ...ask, tier, rate, cause: "join" }, now)
}

/**
 * A user's joining was paid (T21). The first term is the one that was quoted; the tier may have
 * become private since.
 */
export const joinPaid = (
  state: MembershipState,
  ask: Join & { readonly payment: MembershipPayment },
  now: Date,
): Result.Result<Change, NotFound | Conflict> => {
  const tier = tierOf(ask.tier, state.organizationUuid)
  if (tier === undefined) return Result.fail(noTier())
  const live = liveOf(state, now)
  if (live !== undefined) return Result.fail(alreadyMember(live))
  return begin(
    state,
    { ...ask, tier, rate: ask.payment.rate, cause: "join", paymentRef: ask.payment.ref },
    now,
  )
}

/** Input of `addMember`. */
export interface AddMember extends Join, AgreedRate {
  /** `null` never ends; undefined takes one term of the interval. */
  readonly validUntil: Date | null | undefined
}

/**
 * The organization makes a user a member, on any of its tiers and without a payment (T27, T28).
 */
export const addMember = (
  state: MembershipState,
  ask: AddMember,
  now: Date,
): Result.Result<Change, NotFound | Conflict | Invalid> => {
  const tier = tierOf(ask.tier, state.organizationUuid)
  if (tier === undefined) return Result.fail(noTier())
  const errors = { ...invalidAgreement(ask, tier), ...invalidStart(ask.validUntil, now) }
  if (Object.keys(errors).length > 0) return Result.fail(new Invalid({ errors }))
  const live = liveOf(state, now)
  if (live !== undefined) return Result.fail(alreadyMember(live))
  return begin(state, { ...ask, tier, rate: rateInForce(tier, ask), cause: "join" }, now)
}

const invalidStart = (
  validUntil: Date | null | undefined,
  now: Date,
): Readonly<Record<string, string>> =>
  validUntil instanceof Date && (isTooLate(validUntil) || validUntil <= now)
    ? { valid_until: "must lie ahead, before the year 10000" }
    : {}

/** 409: the place is taken. One who lapsed is told the two ways on. */
export const alreadyMember = (live: LiveMembership): Conflict =>
  live.status === "lapsed"
    ? conflict(
        live,
        "already_member",
        "The user is a member whose term ran out: renew the membership, or end it and join again.",
      )
    : conflict(live, "already_member", "The user is already a member.")

/** 409: the same, seen only when the row was to be written: a user came first. */
export const placeTaken = (): Conflict =>
  new Conflict({
    reason: "already_member",
    message: "The user has just become a member. Read the membership before you change it.",
  })

/** 402: what is owed, and for what; a checkout settles it. */
export const paymentFor = (
  purpose: PaymentRequired["purpose"],
  tier: Tier,
  amountCents: number,
): PaymentRequired =>
  new PaymentRequired({ purpose, amountCents, currency: tier.currency, tierSlug: tier.slug })

interface Begin extends Partial<AgreedRate> {
  readonly uuid: string
  readonly tier: Tier
  readonly rate: Rate
  readonly validUntil?: Date | null | undefined
  readonly cause: HistoryCause
  readonly by: Actor
  readonly paymentRef?: string | undefined
}

/** A new membership at `now`, after the one whose time ran out was settled. */
export const begin = (
  state: MembershipState,
  ask: Begin,
  now: Date,
): Result.Result<Change, Conflict> => {
  const after = startMembership(
    { ...nothingAgreed, validUntil: undefined, ...ask, userUuid: state.userUuid, zone: state.zone },
    now,
  )
  if (after.validUntil !== undefined && isTooLate(after.validUntil))
    return Result.fail(outOfRange())
  const { cause, by, paymentRef } = ask
  return Result.succeed(
    made(
      after,
      settle(state.held, now),
      {
        cause,
        by,
        paymentRef,
        terms: term(now, after.validUntil, ask.rate, { cause, paymentRef }),
        events: [joined(after, ask.tier)],
        closesCheckouts: ["join"],
      },
      now,
    ),
  )
}

/** 409: the date would lie beyond the year 9999. */
export const outOfRange = (): Conflict =>
  new Conflict({ reason: "out_of_range", message: "The membership would end after the year 9999." })

interface Start extends AgreedRate {
  readonly uuid: string
  readonly userUuid: string
  readonly tier: Tier
  /** IANA zone of the organization. */
  readonly zone: string
  /** `null` never ends; undefined takes one term of the interval. */
  readonly validUntil: Date | null | undefined
  /** Of the first term, where it is another than the one in force. */
  readonly rate?: Pick<Rate, "interval">
}

/**
 * The row of a membership that begins at `now`: one term of its interval unless a date was agreed.
 * Further terms count from `now`, or from the date that was agreed.
 */
export const startMembership = (start: Start, now: Date): Membership => {
  const { tier, zone } = start
  const { interval } = start.rate ?? rateInForce(tier, start)
  const isAgreed = start.validUntil !== undefined
  const validUntil =
    start.validUntil === null ? undefined : (start.validUntil ?? addTerms(now, interval, 1, zone))
  return {
    uuid: start.uuid,
    userUuid: start.userUuid,
    organizationUuid: tier.organizationUuid,
    tierUuid: tier.uuid,
    customPriceCents: start.customPriceCents,
    customPaymentInterval: start.customPaymentInterval,
    validUntil,
    renewableUntil: validUntil && addGrace(validUntil, interval, tier, zone),
    cancelledAt: undefined,
    endedAt: undefined,
    endedBy: undefined,
    anchorAt: isAgreed && validUntil !== undefined ? validUntil : now,
    anchorTerms: isAgreed || isOneTime({ interval }) ? 0 : 1,
    joinedAt: now,
    createdAt: now,
    updatedAt: undefined,
    revision: 1,
  }
}
