import type { Rate } from "../terms/conversion.ts"
import type { History } from "../history.ts"
import type { Actor } from "../../foundation/access/actor.ts"
import type { HistoryCause } from "../history-cause.ts"
import type { EndedBy, Membership } from "../membership.ts"
import { rateOf } from "../terms/membership-term.ts"

/** Why a membership ends when it does. */
export interface EndExplanation {
  /** When access ends or ended; undefined never. */
  readonly validUntil: Date | undefined
  readonly renewableUntil: Date | undefined
  /** Whether it is over for good, and by whom. */
  readonly endedBy: EndedBy | undefined
  /** What gave it that date, when, and who did it. */
  readonly cause: HistoryCause
  readonly at: Date
  readonly by: Actor
  readonly paymentRef: string | undefined
  readonly note: string | undefined
  /** The date that it had before; undefined where it had none, or was new. */
  readonly formerly: Date | undefined
  /** The rate that the time left was expressed in, where it was. */
  readonly conversion: Rate | undefined
  /** Every date it ever had, the oldest first, with what gave it. */
  readonly dates: readonly GivenDate[]
}

/** A date that a membership had from some moment on. */
export interface GivenDate {
  readonly validUntil: Date | undefined
  readonly cause: HistoryCause
  readonly at: Date
}

/**
 * Why the membership ends when it does, by its history (oldest entry first). Undefined where the
 * history does not tell.
 */
export const explainEnd = (
  membership: Membership,
  history: History,
): EndExplanation | undefined => {
  const giving = history.filter(
    ({ before, after }) => before === undefined || !isSameDate(before.validUntil, after.validUntil),
  )
  const last = giving.at(-1)
  if (last === undefined || !isSameDate(last.after.validUntil, membership.validUntil))
    return undefined
  return {
    validUntil: membership.validUntil,
    renewableUntil: membership.renewableUntil,
    endedBy: membership.endedBy,
    cause: last.cause,
    at: last.at,
    by: last.by,
    paymentRef: last.paymentRef,
    note: last.note,
    formerly: last.before?.validUntil,
    conversion: last.conversion && rateOf(last.conversion),
    dates: giving.map(({ after, cause, at }) => ({ validUntil: after.validUntil, cause, at })),
  }
}

const isSameDate = (one: Date | undefined, other: Date | undefined): boolean =>
  one?.getTime() === other?.getTime()
