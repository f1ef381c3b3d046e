import { Result } from "effect"
import * as fc from "fast-check"
import { Temporal } from "temporal-polyfill"
import { describe, expect, it } from "vitest"
import { type Recurrence, type Span, spansOf, spansOn, weekdays } from "./calendar.ts"

const rule = (start: string, end: string, change: Partial<Recurrence> = {}): Recurrence => ({
  startTime: new Date(start),
  endTime: new Date(end),
  frequency: "daily",
  interval: 1,
  ...("until" in change ? {} : { count: 3 }),
  ...change,
})

const spans = (of: Recurrence, zone: string): readonly Span[] =>
  Result.getOrThrow(spansOf(of, zone))

const listed = (of: Recurrence, zone: string): readonly string[] =>
  spans(of, zone).map(
    ({ startTime, endTime }) =>
      `${startTime.toISOString().slice(0, 16)} ${endTime.toISOString().slice(0, 16)}`,
  )

const fault = (of: Recurrence, zone = "UTC") => {
  const judged = spansOf(of, zone)
  return Result.isFailure(judged) ? judged.failure.errors : undefined
}

describe("a recurrence", () => {
  it("repeats a time of the day, whatever the offset is", () => {
    expect(
      listed(rule("2026-03-27T18:00:00Z", "2026-03-27T20:00:00Z", { count: 4 }), "Europe/Berlin"),
    ).toEqual([
      "2026-03-27T18:00 2026-03-27T20:00",
      "2026-03-28T18:00 2026-03-28T20:00",
      "2026-03-29T17:00 2026-03-29T19:00",
      "2026-03-30T17:00 2026-03-30T19:00",
    ])
    expect(
      listed(
        rule("2026-10-31T23:00:00Z", "2026-11-01T04:00:00Z", { count: 2 }),
        "America/New_York",
      ),
    ).toEqual(["2026-10-31T23:00 2026-11-01T04:00", "2026-11-02T00:00 2026-11-02T05:00"])
  })

  it("moves a time that does not exist forward by what is skipped", () => {
    // 02:30 is skipped: 03:30 CEST, and 04:30 CEST as on any other day.
    expect(
      listed(rule("2026-03-28T01:30:00Z", "2026-03-28T03:30:00Z", { count: 2 }), "Europe/Berlin"),
    ).toEqual(["2026-03-28T01:30 2026-03-28T03:30", "2026-03-29T01:30 2026-03-29T02:30"])
    expect(
      listed(
        rule("2026-03-07T07:30:00Z", "2026-03-07T09:00:00Z", { count: 2 }),
        "America/New_York",
      ),
    ).toEqual(["2026-03-07T07:30 2026-03-07T09:00", "2026-03-08T07:30 2026-03-08T08:00"])
    // Lord Howe Island skips half an hour: from 02:00 (+10:30) to 02:30 (+11).
    expect(
      listed(
        rule("2026-10-02T15:45:00Z", "2026-10-02T18:30:00Z", { count: 2 }),
        "Australia/Lord_Howe",
      ),
    ).toEqual(["2026-10-02T15:45 2026-10-02T18:30", "2026-10-03T15:45 2026-10-03T18:00"])
  })

  it("lasts as long as on any other day where the skip would leave nothing of it", () => {
    // 02:10 moves to 03:10, which is after 03:00.
    expect(
      listed(rule("2026-03-28T01:10:00Z", "2026-03-28T02:00:00Z", { count: 2 }), "Europe/Berlin"),
    ).toEqual(["2026-03-28T01:10 2026-03-28T02:00", "2026-03-29T01:10 2026-03-29T02:00"])
  })

  it("takes the first of a time that happens twice", () => {
    expect(
      listed(rule("2026-10-24T00:30:00Z", "2026-10-24T03:00:00Z", { count: 2 }), "Europe/Berlin"),
    ).toEqual(["2026-10-24T00:30 2026-10-24T03:00", "2026-10-25T00:30 2026-10-25T04:00"])
    expect(
      listed(
        rule("2026-04-03T14:45:00Z", "2026-04-03T17:00:00Z", { count: 2 }),
        "Australia/Lord_Howe",
      ),
    ).toEqual(["2026-04-03T14:45 2026-04-03T17:00", "2026-04-04T14:45 2026-04-04T17:30"])
  })

  it("begins with the very span that was given, though its time happens twice", () => {
    expect(
      listed(rule("2026-10-25T01:30:00Z", "2026-10-25T03:00:00Z", { count: 2 }), "Europe/Berlin"),
    ).toEqual(["2026-10-25T01:30 2026-10-25T03:00", "2026-10-26T01:30 2026-10-26T03:00"])
  })

  it("goes by weeks from Monday on, from the first on", () => {
    const days = (change: Partial<Recurrence>) =>
      spans(
        rule("2026-11-18T10:00:00Z", "2026-11-18T11:00:00Z", { frequency: "weekly", ...change }),
        "UTC",
      ).map(({ startTime }) => startTime.toISOString().slice(5, 10))
    expect(days({})).toEqual(["11-18", "11-25", "12-02"])
    expect(days({ interval: 2, weekdays: ["monday", "wednesday"], count: 4 })).toEqual([
      "11-18",
      "11-30",
      "12-02",
      "12-14",
    ])
    expect(days({ weekdays: ["tuesday"] })).toEqual(["11-24", "12-01", "12-08"])
    expect(days({ weekdays: ["sunday", "wednesday", "sunday"] })).toEqual([
      "11-18",
      "11-22",
      "11-25",
    ])
  })

  it("leaves out months without the day", () => {
    const days = (start: string, change: Partial<Recurrence>) =>
      spans(
        rule(`${start}T10:00:00Z`, `${start}T11:00:00Z`, { frequency: "monthly", ...change }),
        "UTC",
      ).map(({ startTime }) => startTime.toISOString().slice(0, 10))
    expect(days("2027-01-31", { count: 4 })).toEqual([
      "2027-01-31",
      "2027-03-31",
      "2027-05-31",
      "2027-07-31",
    ])
    expect(days("2027-11-30", { interval: 3 })).toEqual(["2027-11-30", "2028-05-30", "2028-08-30"])
    expect(days("2028-02-29", { interval: 12 })).toEqual(["2028-02-29", "2032-02-29", "2036-02-29"])
  })

  it("has none on a day that the calendar skips", () => {
    const days = listed(
      rule("2011-12-29T20:00:00Z", "2011-12-29T21:00:00Z", { count: 3 }),
      "Pacific/Apia",
    )
    expect(days.map((day) => day.slice(0, 16))).toEqual([
      "2011-12-29T20:00",
      "2011-12-30T20:00",
      "2011-12-31T20:00",
    ])
    // The 30th there each time: the last is 14 hours before Greenwich.
    const thirtieths = rule("2011-10-30T20:00:00Z", "2011-10-30T21:00:00Z", {
      frequency: "monthly",
      count: 3,
    })
    expect(listed(thirtieths, "Pacific/Apia").map((day) => day.slice(0, 10))).toEqual([
      "2011-10-30",
      "2011-11-30",
      "2012-01-29",
    ])
  })

  it("ends with the last that starts by `until`", () => {
    const until = (at: string) =>
      spans(rule("2026-11-21T10:00:00Z", "2026-11-21T11:00:00Z", { until: new Date(at) }), "UTC")
        .length
    expect(until("2026-11-23T10:00:00Z")).toBe(3)
    expect(until("2026-11-23T09:59:59Z")).toBe(2)
    expect(until("2027-11-21T10:00:00Z")).toBe(366)
  })

  it("crosses midnight as often as the one that was given", () => {
    expect(
      listed(
        rule("2026-03-27T22:00:00Z", "2026-03-29T22:00:00Z", { count: 2, interval: 7 }),
        "Europe/Berlin",
      ),
    ).toEqual(["2026-03-27T22:00 2026-03-29T22:00", "2026-04-03T21:00 2026-04-05T22:00"])
  })

  it("is refused where it makes no sense", () => {
    const [start, end] = ["2026-11-21T10:00:00Z", "2026-11-21T11:00:00Z"]
    expect(fault(rule(start, start))).toEqual({ "recurrence.end_time": expect.any(String) })
    expect(fault(rule("2026-10-25T00:50:00Z", "2026-10-25T01:10:00Z"), "Europe/Berlin")).toEqual({
      "recurrence.end_time": expect.any(String),
    })
    expect(fault(rule(start, end, { until: new Date(end), count: 1 }))).toEqual({
      "recurrence.count": expect.any(String),
    })
    expect(fault(rule(start, end, { count: undefined }))).toEqual({
      "recurrence.count": expect.any(String),
    })
    expect(fault(rule(start, end, { count: 367 }))).toEqual({
      "recurrence.count": expect.any(String),
    })
    expect(fault(rule(start, end, { interval: 0 }))).toEqual({
      "recurrence.interval": expect.any(String),
    })
    expect(fault(rule(start, end, { weekdays: ["monday"] }))).toEqual({
      "recurrence.weekdays": expect.any(String),
    })
    expect(fault(rule(start, end, { frequency: "weekly", weekdays: [] }))).toEqual({
      "recurrence.weekdays": expect.any(String),
    })
    expect(fault(rule(start, end, { until: new Date("2026-11-21T09:00:00Z") }))).toEqual({
      "recurrence.until": expect.any(String),
    })
    expect(fault(rule(start, end, { until: new Date("2027-11-22T10:00:00Z") }))).toEqual({
      "recurrence.until": expect.any(String),
    })
    const late = {
      startTime: new Date("9999-12-30T10:00:00Z"),
      endTime: new Date("9999-12-30T11:00:00Z"),
    }
    expect(fault({ ...rule(start, end), ...late })).toEqual({
      "recurrence.count": expect.any(String),
    })
    const rare = rule("2028-02-29T10:00:00Z", "2028-02-29T11:00:00Z", {
      frequency: "monthly",
      interval: 300,
      count: 366,
    })
    expect(fault(rare)).toEqual({ "recurrence.count": expect.any(String) })
  })

  const zones = [
    "Europe/Berlin",
    "America/New_York",
    "Australia/Lord_Howe",
    "Asia/Manila",
    "Africa/Casablanca",
    "Pacific/Apia",
    "UTC",
  ]
  const recurrences = fc
    .record({
      start: fc.integer({ min: Date.UTC(2011, 0) / 60_000, max: Date.UTC(2035, 0) / 60_000 }),
      minutes: fc.integer({ min: 1, max: 4 * 1440 }),
      frequency: fc.constantFrom("daily", "weekly", "monthly"),
      interval: fc.integer({ min: 1, max: 5 }),
      named: fc.uniqueArray(fc.constantFrom(...weekdays), { minLength: 1, maxLength: 7 }),
      count: fc.integer({ min: 1, max: 40 }),
    })
    .map(({ start, minutes, frequency, interval, named, count }): Recurrence => {
      const startTime = new Date(start * 60_000)
      const endTime = new Date((start + minutes) * 60_000)
      return {
        startTime,
        endTime,
        frequency,
        interval,
        count,
        ...(frequency === "weekly" ? { weekdays: named } : {}),
      }
    })

  const local = (at: Date, zone: string) =>
    Temporal.Instant.fromEpochMilliseconds(at.getTime()).toZonedDateTimeISO(zone)
  /** Whether the time at which the first begins does not exist on the day of another. */
  const isSkipped = (at: Date, of: Recurrence, zone: string): boolean => {
    const wanted = local(at, zone)
      .toPlainDate()
      .toPlainDateTime(local(of.startTime, zone).toPlainTime())
    return !wanted.toZonedDateTime(zone).toPlainDateTime().equals(wanted)
  }
  /** What is wrong with one of the spans, where the one before it is known. */
  const faultsOf = (
    { startTime, endTime }: Span,
    before: Span | undefined,
    of: Recurrence,
    zone: string,
  ): readonly string[] => {
    const [start, first] = [local(startTime, zone), local(of.startTime, zone)]
    const faults = {
      "ends before it begins": endTime <= startTime,
      "begins before the first": startTime < of.startTime,
      "is out of order": before !== undefined && startTime <= before.startTime,
      "begins at another time":
        !isSkipped(startTime, of, zone) && !start.toPlainTime().equals(first.toPlainTime()),
      "is on another weekday":
        of.frequency === "weekly" &&
        of.weekdays?.includes(weekdays[start.dayOfWeek - 1] ?? "monday") !== true,
      "is on another day of the month":
        of.frequency === "monthly" && !isSkipped(startTime, of, zone) && start.day !== first.day,
    }
    return Object.entries(faults).flatMap(([fault, isThere]) =>
      isThere ? [`${startTime.toISOString()} ${fault}`] : [],
    )
  }

  it("keeps the time of the day, or moves it by what is skipped, in order and forward, as many as asked for", () => {
    fc.assert(
      fc.property(recurrences, fc.constantFrom(...zones), (of, zone) => {
        const judged = spansOf(of, zone)
        const made = Result.isSuccess(judged) ? judged.success : undefined
        // Only what is backwards on the wall clock is refused: it spans an hour that happens twice.
        const [from, to] = [
          local(of.startTime, zone).toPlainDateTime(),
          local(of.endTime, zone).toPlainDateTime(),
        ]
        expect(made === undefined).toBe(Temporal.PlainDateTime.compare(from, to) >= 0)
        expect(made?.length ?? of.count).toBe(of.count)
        expect(made?.flatMap((span, n) => faultsOf(span, made[n - 1], of, zone)) ?? []).toEqual([])
      }),
      { numRuns: 400 },
    )
  })

  it("makes the same spans by `until` as by count", () => {
    fc.assert(
      fc.property(recurrences, fc.constantFrom(...zones), ({ count, ...of }, zone) => {
        const counted = spansOf({ ...of, count }, zone)
        if (Result.isFailure(counted)) return
        const until = counted.success.at(-1)?.startTime
        expect(spans({ ...of, until }, zone)).toEqual(counted.success)
      }),
      { numRuns: 200 },
    )
  })
})

describe("a list of dates", () => {
  const span = (from: number, to: number): Span => ({
    startTime: new Date(from),
    endTime: new Date(to),
  })

  it("is put in order, on whole seconds", () => {
    const made = Result.getOrThrow(
      spansOn([span(5_999, 9_001), span(1_000, 2_000), span(5_000, 7_500)]),
    )
    expect(made).toEqual([span(1_000, 2_000), span(5_000, 7_000), span(5_000, 9_000)])
  })

  it("is refused with the one that is backwards, or when it is too long or empty", () => {
    const errors = (dates: readonly Span[]) => {
      const judged = spansOn(dates)
      return Result.isFailure(judged) ? Object.keys(judged.failure.errors) : []
    }
    expect(errors([span(0, 1_000), span(1_000, 1_999)])).toEqual(["dates.1.end_time"])
    expect(errors([])).toEqual(["dates"])
    expect(errors(Array.from({ length: 367 }, () => span(0, 1_000)))).toEqual(["dates"])
    expect(errors(Array.from({ length: 366 }, () => span(0, 1_000)))).toEqual([])
  })
})
