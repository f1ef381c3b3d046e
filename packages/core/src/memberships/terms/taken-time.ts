import type { Rate } from "./conversion.ts"
import type { History, HistoryEntry } from "../history.ts"
import { type MembershipTerm, term, termsLeft } from "./membership-term.ts"
import { isFree, isOneTime } from "./rate.ts"
import { timeAt } from "./remainder.ts"

/** Time that a payment bought, and at what rate it counts. */
export interface BoughtTime {
  readonly ms: number
  readonly rate: Rate
}

/**
 * The time that the payment of an entry put there. What was paid once and never ends is no time:
 * nothing can be taken out of it.
 */
export const boughtBy = (entry: HistoryEntry): BoughtTime => {
  const bought = entry.termsAfter.filter(
    ({ paymentRef }) => paymentRef !== undefined && paymentRef === entry.paymentRef,
  )
  return { ms: lengthOf(bought), rate: bought.at(-1) ?? nothing }
}

const nothing: Rate = { priceCents: 0, currency: "", interval: "one_time" }

const lengthOf = (terms: readonly MembershipTerm[]): number =>
  terms.reduce(
    (sum, { startsAt, endsAt }) =>
      sum + (endsAt === undefined ? 0 : endsAt.getTime() - startsAt.getTime()),
    0,
  )

/** Without the time that earlier payments had paid for, which a change took as credit. */
export const netOfCredit = (
  { ms, rate }: BoughtTime,
  { cause, at, termsBefore }: HistoryEntry,
): BoughtTime => {
  if (cause !== "tier_change" || isFree(rate)) return { ms, rate }
  const credited = timeAt(
    termsBefore.filter(({ currency }) => currency === rate.currency),
    rate,
    at,
  )
  return { ms: Math.max(0, ms - Number(credited ?? 0n)), rate }
}

/**
 * What it has become by the changes after it, by the same rule and rounding as the time around it.
 */
export const throughLater = (bought: BoughtTime, later: History): BoughtTime =>
  later.reduce(
    (time, { conversion }) => (conversion === undefined ? time : sameWorth(time, conversion)),
    bought,
  )

/** As long as it is worth at another rate; as long as it is, where the two cannot be compared. */
export const sameWorth = ({ ms, rate }: BoughtTime, to: Rate): BoughtTime => {
  const isComparable = rate.currency === to.currency && !isOneTime(rate) && !isFree(rate)
  const start = new Date(0)
  const other = isComparable
    ? timeAt(term(start, new Date(ms), rate, { cause: "reversal" }), to, start)
    : undefined
  return { ms: other === undefined ? ms : Number(other), rate: to }
}

/**
 * The terms left at `now`, shortened to end at `until`: what the payment put there goes first, then
 * the earliest of the others, which are used up in its place. What remains moves together.
 */
export const withoutTime = (
  terms: readonly MembershipTerm[],
  { paymentRef, until }: { readonly paymentRef: string; readonly until: Date },
  now: Date,
): readonly MembershipTerm[] => {
  const pieces = termsLeft(terms, now).map((piece) => ({
    piece,
    ms: lengthOf([clipped(piece, now)]),
  }))
  const own = pieces.filter(({ piece }) => piece.paymentRef === paymentRef)
  const others = pieces.filter(({ piece }) => piece.paymentRef !== paymentRef)
  let rest = pieces.reduce((sum, { ms }) => sum + ms, 0) - (until.getTime() - now.getTime())
  const remaining = new Map<MembershipTerm, number>()
  for (const { piece, ms } of [...own, ...others]) {
    const taken = Math.min(ms, Math.max(0, rest))
    rest -= taken
    remaining.set(piece, ms - taken)
  }
  let at = now
  return pieces.flatMap(({ piece }) => {
    const start = at
    at = new Date(start.getTime() + (remaining.get(piece) ?? 0))
    return term(start, at, piece, piece)
  })
}

const clipped = (piece: MembershipTerm, now: Date): MembershipTerm =>
  piece.startsAt < now ? { ...piece, startsAt: now } : piece
