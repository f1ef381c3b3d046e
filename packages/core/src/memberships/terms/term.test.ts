import fc from "fast-check"
import { Temporal } from "temporal-polyfill"
import { describe, expect, it } from "vitest"
import type { PaymentInterval } from "../../tiers/tier.ts"
import { addDays, addGrace, addTerms, lastInstant } from "./term.ts"

const at = (text: string) => new Date(text)

/**
 * The vectors of docs/membership-rules.md#vectors-of-terms: anchor, zone, interval, how many terms,
 * when they end.
 */
const vectors = [
  ["K1", "2026-01-31T10:00:00Z", "UTC", "monthly", 1, "2026-02-28T10:00:00.000Z"],
  ["K1", "2026-01-31T10:00:00Z", "UTC", "monthly", 2, "2026-03-31T10:00:00.000Z"],
  ["K1", "2026-01-31T10:00:00Z", "UTC", "monthly", 3, "2026-04-30T10:00:00.000Z"],
  ["K1", "2026-01-31T10:00:00Z", "UTC", "monthly", 13, "2027-02-28T10:00:00.000Z"],
  ["K1", "2026-01-31T10:00:00Z", "UTC", "monthly", 25, "2028-02-29T10:00:00.000Z"],
  ["K2", "2028-02-29T10:00:00Z", "UTC", "yearly", 1, "2029-02-28T10:00:00.000Z"],
  ["K2", "2028-02-29T10:00:00Z", "UTC", "yearly", 2, "2030-02-28T10:00:00.000Z"],
  ["K2", "2028-02-29T10:00:00Z", "UTC", "yearly", 4, "2032-02-29T10:00:00.000Z"],
  ["K3", "2026-01-30T23:00:00Z", "Asia/Manila", "monthly", 1, "2026-02-27T23:00:00.000Z"],
  ["K3", "2026-01-30T23:00:00Z", "Asia/Manila", "monthly", 2, "2026-03-30T23:00:00.000Z"],
  ["K3", "2026-01-30T23:00:00Z", "Asia/Manila", "monthly", 3, "2026-04-29T23:00:00.000Z"],
  ["K3 in UTC", "2026-01-30T23:00:00Z", "UTC", "monthly", 1, "2026-02-28T23:00:00.000Z"],
  [
    "K4 a gap",
    "2027-02-14T10:30:00Z",
    "America/Los_Angeles",
    "monthly",
    1,
    "2027-03-14T10:30:00.000Z",
  ],
  [
    "K4 after it",
    "2027-02-14T10:30:00Z",
    "America/Los_Angeles",
    "monthly",
    2,
    "2027-04-14T09:30:00.000Z",
  ],
  [
    "K5 an overlap",
    "2026-10-01T08:30:00Z",
    "America/Los_Angeles",
    "monthly",
    1,
    "2026-11-01T08:30:00.000Z",
  ],
  ["K6", "2026-03-15T17:00:00Z", "Europe/Berlin", "monthly", 1, "2026-04-15T16:00:00.000Z"],
  ["K7", "2026-11-30T00:00:00Z", "UTC", "quarterly", 1, "2027-02-28T00:00:00.000Z"],
  ["K7", "2026-11-30T00:00:00Z", "UTC", "quarterly", 2, "2027-05-30T00:00:00.000Z"],
  ["K8", "2026-03-25T11:00:00Z", "Europe/Berlin", "weekly", 1, "2026-04-01T10:00:00.000Z"],
  ["half years", "2026-08-31T10:00:00Z", "UTC", "semiannual", 1, "2027-02-28T10:00:00.000Z"],
] as const

describe("addTerms", () => {
  it.each(vectors)("%s: %s in %s, %s x%i", (_, anchor, zone, interval, count, expected) =>
    expect(addTerms(at(anchor), interval, count, zone)?.toISOString()).toBe(expected),
  )
  it("has no terms for one_time", () =>
    expect(addTerms(at("2026-01-01T00:00:00Z"), "one_time", 1, "UTC")).toBeUndefined())
})

describe("grace", () => {
  const tier = { gracePeriodDays: undefined }
  it.each([
    ["2026-12-21T15:42:00Z", "Asia/Manila", "2026-12-28T15:42:00.000Z"],
    ["2026-03-25T11:00:00Z", "Europe/Berlin", "2026-04-01T10:00:00.000Z"],
  ])("of a monthly term that ends %s in %s", (from, zone, expected) => {
    expect(addDays(at(from), 7, zone).toISOString()).toBe(expected)
    expect(addGrace(at(from), "monthly", tier, zone).toISOString()).toBe(expected)
  })
  it.each([
    ["weekly", 2],
    ["monthly", 7],
    ["quarterly", 14],
    ["semiannual", 30],
    ["yearly", 30],
    ["one_time", 0],
  ] as const)("of %s is %i days unless the tier says otherwise", (interval, days) => {
    const from = at("2026-11-21T00:00:00Z")
    const inDays = (until: Date) => (until.getTime() - from.getTime()) / 86_400_000
    expect(inDays(addGrace(from, interval, tier, "UTC"))).toBe(days)
    expect(inDays(addGrace(from, interval, { gracePeriodDays: 0 }, "UTC"))).toBe(0)
    expect(inDays(addGrace(from, interval, { gracePeriodDays: 365 }, "UTC"))).toBe(
      interval === "one_time" ? 0 : 365,
    )
  })
  it("ends with the year 9999", () =>
    expect(addGrace(at("9999-12-30T00:00:00Z"), "yearly", tier, "UTC")).toEqual(lastInstant))
})

const zones = [
  "UTC",
  "Asia/Manila",
  "America/Los_Angeles",
  "Europe/Berlin",
  "Australia/Lord_Howe",
  "America/St_Johns",
  "Pacific/Apia",
]
const zone = fc.constantFrom(...zones)
const instant = fc.date({
  min: at("2000-01-01T00:00:00Z"),
  max: at("2060-01-01T00:00:00Z"),
  noInvalidDate: true,
})
const interval = fc.constantFrom<Exclude<PaymentInterval, "one_time">>(
  "weekly",
  "monthly",
  "quarterly",
  "semiannual",
  "yearly",
)
const count = fc.integer({ min: 1, max: 60 })
const local = (when: Date | undefined, where: string): Temporal.ZonedDateTime =>
  Temporal.Instant.fromEpochMilliseconds(when?.getTime() ?? Number.NaN).toZonedDateTimeISO(where)
const runs = { numRuns: 1000 }

describe("terms, of all anchors and zones", () => {
  it("P9 follow one another, each on the anchor's own day or the month's last", () =>
    fc.assert(
      fc.property(instant, interval, count, zone, (anchor, of, n, where) => {
        const end = addTerms(anchor, of, n, where)
        expect(end?.getTime()).toBeGreaterThan(
          addTerms(anchor, of, n - 1, where)?.getTime() ?? Number.NaN,
        )
        const day = local(anchor, where).day
        const ends = local(end, where)
        const isElsewhere = of === "weekly" || !isOnTheWall(ends, local(anchor, where))
        expect(isElsewhere || ends.day === Math.min(day, ends.daysInMonth)).toBe(true)
      }),
      runs,
    ))
  it("P10 make twelve months a year and three a quarter", () =>
    fc.assert(
      fc.property(instant, fc.integer({ min: 1, max: 5 }), zone, (anchor, n, where) => {
        const months = (months: number) => addTerms(anchor, "monthly", months * n, where)
        expect([months(12), months(3), months(6)]).toEqual([
          addTerms(anchor, "yearly", n, where),
          addTerms(anchor, "quarterly", n, where),
          addTerms(anchor, "semiannual", n, where),
        ])
      }),
      runs,
    ))
  it("P11 end at the anchor's time on the wall, but where the wall skips it", () =>
    fc.assert(
      fc.property(instant, interval, count, zone, (anchor, of, n, where) => {
        const meant = local(anchor, where).toPlainDateTime().add(sizes(n)[of])
        const ends = local(addTerms(anchor, of, n, where), where)
        const isSkipped = !meant.toZonedDateTime(where).toPlainDateTime().equals(meant)
        expect(Temporal.PlainDateTime.compare(ends.toPlainDateTime(), meant)).toBe(
          isSkipped ? 1 : 0,
        )
      }),
      runs,
    ))
})

describe("the host's own zone", () => {
  /**
   * `test/memberships/time-zones.test.ts` runs this file in several: the vectors above are the same
   * in all of them.
   */
  it("P12 is what the environment says, and is asked for nothing", () => {
    const { TZ = Intl.DateTimeFormat().resolvedOptions().timeZone } = process.env
    expect(Intl.DateTimeFormat().resolvedOptions().timeZone).toBe(TZ)
    expect(addTerms(at("2026-01-31T10:00:00Z"), "monthly", 1, "UTC")?.toISOString()).toBe(
      "2026-02-28T10:00:00.000Z",
    )
  })
})

const sizes = (n: number) => ({
  weekly: { days: 7 * n },
  monthly: { months: n },
  quarterly: { months: 3 * n },
  semiannual: { months: 6 * n },
  yearly: { years: n },
})

const isOnTheWall = (one: Temporal.ZonedDateTime, other: Temporal.ZonedDateTime): boolean =>
  one.toPlainTime().equals(other.toPlainTime())
