import { Result } from "effect"
import { BadRequest, Conflict, type NotFound } from "../../foundation/errors/refusals.ts"
import type { Tier } from "../../tiers/tier.ts"
import { notExpressible } from "./changing-tier.ts"
import {
  type TriggerInput,
  type Change,
  changed,
  conflict,
  type MembershipRefusal,
  noMembership,
  noTier,
  tierOf,
  unchanged,
} from "./change.ts"
import { liveOf, type MembershipState } from "../membership-state.ts"
import { tierChanged } from "../membership-events.ts"
import { isFree, isOneTime, listRate, nothingAgreed, rateInForce } from "../terms/rate.ts"
import { datesOf, reexpress } from "./reexpressing.ts"
import { judgeRemainder } from "../terms/remainder.ts"
import { termsLeft } from "../terms/membership-term.ts"

/** How all members of a tier are moved to another. */
export interface MoveTerms {
  readonly term: "keep" | "convert"
  /** What becomes of what was agreed with single members. */
  readonly customPricing: "refuse" | "carry" | "clear"
}

/** A member with whom something was agreed. */
export interface CustomMember {
  readonly userUuid: string
  readonly username: string | undefined
  readonly customPriceCents: number | undefined
  readonly customPaymentInterval: Tier["paymentInterval"] | undefined
}

/**
 * Whether the members of `from` may be moved to `to` at all: settled once, when it is asked for.
 */
export const permitMove = (
  from: Tier,
  to: Tier | undefined,
  terms: MoveTerms,
  customMembers: readonly CustomMember[],
): Result.Result<Tier, NotFound | BadRequest | Conflict> => {
  const target = tierOf(to, from.organizationUuid)
  if (target === undefined) return Result.fail(noTier())
  if (target.uuid === from.uuid)
    return Result.fail(
      new BadRequest({
        field: "membership_tier_slug",
        reason: "This is the tier that the members are on. Choose another one.",
      }),
    )
  const [rate, other] = [listRate(from), listRate(target)]
  if (isOneTime(rate) !== isOneTime(other))
    return Result.fail(
      new Conflict({
        reason: "kinds_cross",
        message:
          "Members cannot move between a one-time tier and a tier with terms. Choose a tier of the same kind.",
      }),
    )
  if (
    terms.term === "convert" &&
    !isFree(rate) &&
    !isFree(other) &&
    rate.currency !== other.currency
  )
    return Result.fail(
      new Conflict({
        reason: "currencies_differ",
        message:
          "Terms cannot be converted between two currencies. Keep the terms as they are, or choose a tier with the same currency.",
      }),
    )
  if (terms.customPricing === "refuse" && customMembers.length > 0)
    return Result.fail(customRefusal(customMembers))
  return Result.succeed(target)
}

const customRefusal = (members: readonly CustomMember[]): Conflict =>
  new Conflict({
    reason: "custom_terms",
    message: "A price or interval is agreed with some members: carry it over, or clear it.",
    details: {
      members: members.map((member) => ({
        user_uuid: member.userUuid,
        username: member.username ?? null,
        custom_tier_price_cents: member.customPriceCents ?? null,
        custom_tier_payment_interval: member.customPaymentInterval ?? null,
      })),
    },
  })

/** Input of `moveMember`: the move of one member. */
export interface MoveMember extends TriggerInput, Omit<MoveTerms, "customPricing"> {
  readonly tier: Tier
  readonly customPricing: "carry" | "clear"
  /**
   * When the move was asked for: every member is judged and counted as of then, whenever their turn
   * comes.
   */
  readonly asOf: Date
}

/**
 * One member is moved with all of their tier (T37); lapsed ones too, unrevived. A user who cannot
 * be moved as asked is refused with {@link Conflict}: its `reason` is what the report says under
 * `skipped`.
 */
export const moveMember = (
  state: MembershipState,
  ask: MoveMember,
  now: Date,
): Result.Result<Change, MembershipRefusal> => {
  const live = liveOf(state, ask.asOf)
  if (live === undefined || live.membership.endedAt !== undefined)
    return Result.fail(noMembership())
  const tier = tierOf(ask.tier, state.organizationUuid)
  if (tier === undefined) return Result.fail(noTier())
  if (tier.uuid === live.membership.tierUuid) return Result.succeed(unchanged(live))
  const { customPriceCents, customPaymentInterval } = live.membership
  const agreed =
    ask.customPricing === "carry" ? { customPriceCents, customPaymentInterval } : nothingAgreed
  const rate = rateInForce(tier, agreed)
  if (isOneTime(listRate(tier)) !== isOneTime(listRate(live.tier)))
    return Result.fail(
      conflict(
        live,
        "kinds_cross",
        "Members cannot move between a one-time tier and a tier with terms. Choose a tier of the same kind.",
      ),
    )
  if (isOneTime(rate) !== isOneTime(listRate(tier)))
    return Result.fail(
      conflict(
        live,
        "custom_interval_kind",
        "What was agreed is paid once and the tier has terms, or the other way round.",
      ),
    )
  if ((agreed.customPriceCents ?? 0) > 0 && tier.currency !== live.tier.currency)
    return Result.fail(
      conflict(
        live,
        "custom_price_currency",
        "The agreed price is in another currency than the tier's.",
      ),
    )
  const remainder = judgeRemainder(live, rate, ask.term, ask.asOf)
  if (remainder.kind === "refused") return Result.fail(notExpressible(live, remainder.reason))
  const time =
    remainder.kind === "payment"
      ? {
          dates: datesOf(live.membership),
          terms: termsLeft(live.terms, ask.asOf),
          conversion: undefined,
        }
      : reexpress(live, remainder, { tier, rate, zone: state.zone, cause: "move" }, ask.asOf)
  const written = {
    cause: "move",
    by: ask.by,
    conversion: time.conversion,
    terms: time.terms,
    events: [tierChanged(live.membership, tier)],
  } as const
  return Result.succeed(
    changed(live, { tierUuid: tier.uuid, ...agreed, ...time.dates }, written, now),
  )
}

/** A user who stays, and why: {@link Conflict}'s reason, as the report names it. */
export interface StayingMember {
  readonly userUuid: string
  readonly reason: string
}

/** What a move does to some of a tier's members. */
export interface MovedMembers {
  readonly changes: readonly Change[]
  readonly skipped: readonly StayingMember[]
}

/**
 * Some of a tier's members moved, each by {@link moveMember}: a dry run and the move itself are
 * this one judgement. Whose time ran out before it was asked for is no member any more, and neither
 * goes nor is told of.
 */
export const moveMembers = (
  states: readonly MembershipState[],
  ask: MoveMember,
  now: Date,
): MovedMembers => {
  const judged = states.map((state) => ({
    userUuid: state.userUuid,
    outcome: moveMember(state, ask, now),
  }))
  return {
    changes: judged.flatMap(({ outcome }) =>
      Result.isSuccess(outcome) && outcome.success.entry !== undefined ? [outcome.success] : [],
    ),
    skipped: judged.flatMap(({ userUuid, outcome }) =>
      Result.isFailure(outcome) && outcome.failure._tag === "Conflict"
        ? [{ userUuid, reason: outcome.failure.reason }]
        : [],
    ),
  }
}

/** 409: `refuse` moves all members or none, and these would have to stay. */
export const permitSkipping = (
  { customPricing }: Pick<MoveTerms, "customPricing">,
  skipped: readonly (StayingMember & { readonly username: string | undefined })[],
): Result.Result<void, Conflict> =>
  customPricing !== "refuse" || skipped.length === 0
    ? Result.void
    : Result.fail(
        new Conflict({
          reason: "members_stay",
          message:
            "Some members cannot be moved so: keep their terms as they are, or send `carry` or `clear` to move the others.",
          details: {
            skipped: skipped.map(({ userUuid, username, reason }) => ({
              user_uuid: userUuid,
              username: username ?? null,
              reason,
            })),
          },
        }),
      )
