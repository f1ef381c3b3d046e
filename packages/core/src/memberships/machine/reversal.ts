import { Result } from "effect"
import { type Conflict, NotFound } from "../../foundation/errors/refusals.ts"
import type { Tier } from "../../tiers/tier.ts"
import {
  type TriggerInput,
  type Change,
  changed,
  conflict,
  noted,
  noTier,
  unchanged,
} from "./change.ts"
import { type LiveMembership, liveOf, type MembershipState } from "../membership-state.ts"
import { ended } from "./ending.ts"
import {
  entryOfPayment,
  type History,
  type HistoryEntry,
  isReversed,
  effectiveEntries,
} from "../history.ts"
import { tierChanged } from "../membership-events.ts"
import { termsLeft, termsUntil } from "../terms/membership-term.ts"
import { rateInForce } from "../terms/rate.ts"
import { datedFrom, datesOf, filledUntil } from "./reexpressing.ts"
import { lastInstant } from "../terms/term.ts"
import {
  type BoughtTime,
  boughtBy,
  netOfCredit,
  sameWorth,
  throughLater,
  withoutTime,
} from "../terms/taken-time.ts"

/** Input of `reversePayment`. */
export interface ReversePayment extends TriggerInput {
  readonly paymentRef: string
  /** Of the membership that the payment was for, whole. */
  readonly history: History
  /** The tiers that the history names, deleted ones too. */
  readonly tiers: readonly Tier[]
}

/**
 * The payer took a payment back (T38 to T40). What it did is undone as if it had not
 * been, where nothing came after it; else what it bought is taken out of the time that is left,
 * never before `now`. The tier goes back only if the present one is what was paid for. Once per
 * payment; one that ended, or whose time ran out, gets an entry in its history and nothing else.
 *
 * `state.held` is the membership of the payment, ended as it may be.
 */
export const reversePayment = (
  state: MembershipState,
  ask: ReversePayment,
  now: Date,
): Result.Result<Change, NotFound | Conflict> => {
  const { held } = state
  const entry = entryOfPayment(ask.history, ask.paymentRef)
  if (held === undefined || entry === undefined)
    return Result.fail(new NotFound({ what: "payment" }))
  if (isReversed(ask.history, ask.paymentRef)) return Result.succeed(unchanged(held))
  const live = liveOf(state, now)
  if (live === undefined) return Result.succeed(noted(held, reversal(ask), now))
  const effective = effectiveEntries(ask.history)
  if (effective.at(-1) === entry) return Result.succeed(restored(live, entry, ask, now))
  if (live.membership.validUntil === undefined) return fromEndless(live, entry, ask, now)
  const bought = boughtBy(entry)
  const later = effective.slice(effective.indexOf(entry) + 1)
  return isTierOf(entry, live)
    ? withTier(live, { entry, ask, bought: throughLater(bought, later), zone: state.zone }, now)
    : Result.succeed(
        shortened(
          live,
          { entry, ask, bought: throughLater(netOfCredit(bought, entry), later), zone: state.zone },
          now,
        ),
      )
}

const reversal = ({ by, paymentRef }: ReversePayment) =>
  ({ cause: "reversal", by, paymentRef }) as const

const isTierOf = ({ before, after }: HistoryEntry, { membership }: LiveMembership): boolean =>
  before !== undefined &&
  before.tierUuid !== after.tierUuid &&
  after.tierUuid === membership.tierUuid

const named = (tiers: readonly Tier[], uuid: string): Tier | undefined =>
  tiers.find((tier) => tier.uuid === uuid)

/**
 * The row and its terms as they were before the payment. Time went on: what has passed of them has
 * passed.
 */
const restored = (
  live: LiveMembership,
  { before, termsBefore }: HistoryEntry,
  ask: ReversePayment,
  now: Date,
): Change => {
  if (before === undefined) return ended(live, { ...reversal(ask), endedBy: "removed" }, now)
  const { membership } = live
  const events =
    before.tierUuid === membership.tierUuid
      ? []
      : [tierChanged(membership, named(ask.tiers, before.tierUuid))]
  return changed(
    live,
    before,
    { ...reversal(ask), terms: termsLeft(termsBefore, now), events },
    now,
  )
}

/**
 * What never ends has no days to take out of: all of it goes, where the payment is what it rests
 * on.
 */
const fromEndless = (
  live: LiveMembership,
  entry: HistoryEntry,
  ask: ReversePayment,
  now: Date,
): Result.Result<Change, NotFound | Conflict> => {
  const isItsOwn = live.terms.some(
    ({ endsAt, paymentRef }) => endsAt === undefined && paymentRef === ask.paymentRef,
  )
  return isItsOwn && (entry.before === undefined || isTierOf(entry, live))
    ? Result.succeed(restored(live, entry, ask, now))
    : Result.fail(
        conflict(
          live,
          "endless_remainder",
          "The membership no longer has an end, and this payment alone did not cause that.",
        ),
      )
}

interface Taking {
  readonly entry: HistoryEntry
  readonly ask: ReversePayment
  readonly bought: BoughtTime
  readonly zone: string
}

/**
 * The membership on its tier, without the time that was bought. One that had nothing else is over.
 */
const shortened = (
  live: LiveMembership,
  { entry, ask, bought, zone }: Taking,
  now: Date,
): Change => {
  const { membership, tier, terms } = live
  const end = membership.validUntil ?? now
  const validUntil =
    live.status === "lapsed" ? end : new Date(Math.max(now.getTime(), end.getTime() - bought.ms))
  if (entry.before === undefined && validUntil <= now)
    return ended(live, { ...reversal(ask), endedBy: "removed" }, now)
  const rate = rateInForce(tier, membership)
  const isSame = validUntil.getTime() === end.getTime()
  const dates = isSame
    ? datesOf(membership)
    : datedFrom(membership, validUntil, { tier, rate, zone })
  const left = withoutTime(terms, { paymentRef: ask.paymentRef, until: validUntil }, now)
  return changed(
    live,
    dates,
    { ...reversal(ask), terms: filledUntil(left, validUntil, { rate, cause: "reversal" }, now) },
    now,
  )
}

/**
 * The membership on the tier that it had before, with the time that it had there, and what came
 * after the payment at that tier's price: a chargeback is no way to dear days for the price of
 * cheap ones.
 */
const withTier = (
  live: LiveMembership,
  { entry, ask, bought, zone }: Taking,
  now: Date,
): Result.Result<Change, NotFound | Conflict> => {
  const { before, termsBefore } = entry
  const tier = before && named(ask.tiers, before.tierUuid)
  if (before === undefined || tier === undefined) return Result.fail(noTier())
  const rate = rateInForce(tier, before)
  const written = {
    ...reversal(ask),
    conversion: rate,
    events: [tierChanged(live.membership, tier)],
  }
  const { tierUuid, customPriceCents, customPaymentInterval } = before
  const place = { tierUuid, customPriceCents, customPaymentInterval }
  const left = termsLeft(termsBefore, now)
  if (before.validUntil === undefined)
    return Result.succeed(
      changed(live, { ...place, ...datesOf(before) }, { ...written, terms: left }, now),
    )
  const isOver = live.status === "lapsed"
  const laterMs = isOver
    ? 0
    : Math.max(0, (live.membership.validUntil ?? now).getTime() - entry.at.getTime() - bought.ms)
  const end = Math.min(
    lastInstant.getTime(),
    before.validUntil.getTime() + sameWorth({ ms: laterMs, rate: bought.rate }, rate).ms,
  )
  const validUntil = new Date(isOver ? end : Math.max(now.getTime(), end))
  const dates = datedFrom(live.membership, validUntil, { tier, rate, zone })
  const terms = filledUntil(
    termsUntil(left, validUntil),
    validUntil,
    { rate, cause: "reversal" },
    now,
  )
  return Result.succeed(changed(live, { ...place, ...dates }, { ...written, terms }, now))
}
