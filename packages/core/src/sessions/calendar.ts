import { Result } from "effect"
import { Temporal } from "temporal-polyfill"
import { Invalid } from "../foundation/errors/refusals.ts"
import { limits } from "../foundation/kernel/limits.ts"
import { wholeSecond } from "./session.ts"

/** When a session is held. */
export interface Span {
  /** In whole seconds. */
  readonly startTime: Date
  /** In whole seconds, after `startTime`. */
  readonly endTime: Date
}

/** Days of the week, Monday first, as weeks are counted (ISO 8601). */
export const weekdays = [
  "monday",
  "tuesday",
  "wednesday",
  "thursday",
  "friday",
  "saturday",
  "sunday",
] as const
export type Weekday = (typeof weekdays)[number]

/** A rule that repeats one span, on a wall clock. */
export interface Recurrence extends Span {
  /** What repeats: every day, week or month. */
  readonly frequency: "daily" | "weekly" | "monthly"
  /** Every how many days, weeks or months; at least 1. */
  readonly interval: number
  /**
   * For `weekly` alone; undefined is the day of the first. Weeks begin on Monday, and days before
   * the first are left out.
   */
  readonly weekdays?: readonly Weekday[] | undefined
  /** How many there are; exactly one of this and `until`. */
  readonly count?: number | undefined
  /** None starts after this moment. */
  readonly until?: Date | undefined
}

/**
 * The spans of a recurrence, the first one first: each begins and ends at the same time of the day
 * on the wall clock of `zone`, whatever the offset is that day. A time that does not exist on a day
 * moves forward by what was skipped, one that happens twice is the first. A month without the day
 * has none (RFC 5545). The first, where it is on the day that was given, is the very span that was
 * given.
 *
 * Refused with {@link Invalid}: no span, more than a batch may have, a span that ends before it
 * begins on the wall clock, a rule that contradicts itself, or one that goes on beyond the year
 * 9999.
 */
export const spansOf = (
  rule: Recurrence,
  zone: string,
): Result.Result<readonly Span[], Invalid> => {
  const fault = faultOf(rule)
  if (fault !== undefined) return refuse(...fault)
  const clock = clockOf(onWholeSeconds(rule), zone)
  if (!clock.isForward)
    return refuse("end_time", "must come after start_time on the wall clock too")
  const spans: Span[] = []
  for (const day of daysOf(rule, clock.firstDay)) {
    const span = clock.spanOn(day)
    if (span === undefined) continue
    if (span.endTime.getUTCFullYear() > lastYear)
      return refuse("count", `would go on beyond the year ${lastYear}`)
    if (rule.until !== undefined && span.startTime > rule.until) break
    if (spans.length === limits.sessionsPerBatchMax)
      return refuse("until", `makes more than ${limits.sessionsPerBatchMax} sessions`)
    spans.push(span)
    if (spans.length === rule.count) break
  }
  return spans.length === 0 ? refuse("until", "makes no session at all") : Result.succeed(spans)
}

/**
 * The spans of a list, the first one first; refused with {@link Invalid} when one is backwards, or
 * they are too many for a batch, or none.
 */
export const spansOn = (dates: readonly Span[] = []): Result.Result<readonly Span[], Invalid> => {
  if (dates.length < 1 || dates.length > limits.sessionsPerBatchMax)
    return Result.fail(
      new Invalid({
        errors: { dates: `must have between 1 and ${limits.sessionsPerBatchMax} items` },
      }),
    )
  const spans = dates.map(onWholeSeconds)
  const backwards = spans.flatMap(({ startTime, endTime }, n) =>
    endTime <= startTime ? [[`dates.${n}.end_time`, "must come after start_time"] as const] : [],
  )
  if (backwards.length > 0)
    return Result.fail(new Invalid({ errors: Object.fromEntries(backwards) }))
  return Result.succeed(
    spans.toSorted(
      (a, b) => Number(a.startTime) - Number(b.startTime) || Number(a.endTime) - Number(b.endTime),
    ),
  )
}

const onWholeSeconds = ({ startTime, endTime }: Span): Span => ({
  startTime: wholeSecond(startTime),
  endTime: wholeSecond(endTime),
})

/** A year of four digits is what every store and every program behind the wire can hold. */
const lastYear = 9999

const refuse = (field: string, why: string): Result.Result<never, Invalid> =>
  Result.fail(new Invalid({ errors: { [`recurrence.${field}`]: why } }))

const faultOf = (rule: Recurrence): readonly [field: string, why: string] | undefined => {
  if ((rule.count === undefined) === (rule.until === undefined))
    return ["count", "send exactly one of count and until"]
  if (rule.count !== undefined && !(rule.count >= 1 && rule.count <= limits.sessionsPerBatchMax))
    return ["count", `is not between 1 and ${limits.sessionsPerBatchMax}`]
  if (!(Number.isInteger(rule.interval) && rule.interval >= 1))
    return ["interval", "is not a whole number of at least 1"]
  if (rule.weekdays !== undefined && rule.frequency !== "weekly")
    return ["weekdays", "goes with weekly alone"]
  if (rule.weekdays?.length === 0) return ["weekdays", "names no day"]
  return undefined
}

/** The days on which a span begins, for ever; days come in order, none before the first. */
function* daysOf(
  { frequency, interval, weekdays: named }: Recurrence,
  first: Temporal.PlainDate,
): Generator<Temporal.PlainDate> {
  if (frequency === "daily") {
    for (let n = 0; ; n += interval) yield first.add({ days: n })
  } else if (frequency === "weekly") {
    const monday = first.subtract({ days: first.dayOfWeek - 1 })
    const offsets =
      named === undefined
        ? [first.dayOfWeek - 1]
        : weekdays.flatMap((day, offset) => (named.includes(day) ? [offset] : []))
    for (let n = 0; ; n += interval) {
      const days = offsets.map((offset) => monday.add({ weeks: n, days: offset }))
      yield* days.filter((day) => Temporal.PlainDate.compare(day, first) >= 0)
    }
  } else {
    for (let n = 0; ; n += interval) {
      const day = first.add({ months: n })
      // In a month that is too short, Temporal answers its last day.
      if (day.day === first.day || day.year > lastYear) yield day
    }
  }
}

const clockOf = ({ startTime, endTime }: Span, zone: string) => {
  const local = (at: Date) =>
    Temporal.Instant.fromEpochMilliseconds(at.getTime()).toZonedDateTimeISO(zone).toPlainDateTime()
  const [start, end] = [local(startTime), local(endTime)]
  const firstDay = start.toPlainDate()
  const laterBy = firstDay.until(end.toPlainDate())
  const wallMs = start.until(end).total("milliseconds")
  const at = (day: Temporal.PlainDate, time: Temporal.PlainTime) =>
    day.toPlainDateTime(time).toZonedDateTime(zone, { disambiguation: "compatible" })
  const instant = (moment: Temporal.ZonedDateTime): Date => new Date(moment.epochMilliseconds)
  return {
    firstDay,
    isForward: wallMs > 0,
    /** Undefined on a day that the zone skips whole, as Samoa did with 30 December 2011. */
    spanOn: (day: Temporal.PlainDate): Span | undefined => {
      if (day.equals(firstDay)) return { startTime, endTime }
      const begin = at(day, start.toPlainTime())
      if (
        begin.day !== day.day &&
        day.toPlainDateTime(start).until(begin.toPlainDateTime()).total("hours") >= 24
      )
        return undefined
      const [from, to] = [instant(begin), instant(at(day.add(laterBy), end.toPlainTime()))]
      // A start that was moved forward may reach an end that was not: then it lasts as long as on
      // any other day.
      return { startTime: from, endTime: to > from ? to : new Date(from.getTime() + wallMs) }
    },
  }
}
