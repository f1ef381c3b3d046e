import fc from "fast-check"
import { describe, expect, it } from "vitest"
import {
  commonMs,
  convertTime,
  creditOf,
  type PricedTime,
  type RecurringInterval,
  termMs,
  worthOf,
} from "./conversion.ts"

const day = 86_400_000
const now = new Date("2026-11-21T00:00:00.000Z")
const time = (ms: number, priceCents: number, interval: RecurringInterval): PricedTime => ({
  ms: BigInt(ms),
  priceCents,
  interval,
})
const days = (count: number, priceCents: number, interval: RecurringInterval): PricedTime =>
  time(count * day, priceCents, interval)

/**
 * The vectors of docs/membership-rules.md#vectors-of-conversion: what is left, at which rate it
 * goes on, how long it then lasts, until when.
 */
type Vector = readonly [
  string,
  readonly PricedTime[],
  number,
  RecurringInterval,
  number,
  string,
  Date?,
]
const vectors: readonly Vector[] = [
  [
    "C1 identity",
    [days(30, 50_000, "monthly")],
    50_000,
    "monthly",
    2_592_000_000,
    "2026-12-21T00:00:00.000Z",
  ],
  [
    "C2 up x2",
    [days(30, 50_000, "monthly")],
    100_000,
    "monthly",
    1_296_000_000,
    "2026-12-06T00:00:00.000Z",
  ],
  [
    "C3 down /2",
    [days(30, 100_000, "monthly")],
    50_000,
    "monthly",
    5_184_000_000,
    "2027-01-20T00:00:00.000Z",
  ],
  [
    "C4 neutral 12x",
    [days(30, 50_000, "monthly")],
    600_000,
    "yearly",
    2_592_000_000,
    "2026-12-21T00:00:00.000Z",
  ],
  [
    "C5 yearly at 10x",
    [days(30, 50_000, "monthly")],
    500_000,
    "yearly",
    3_110_400_000,
    "2026-12-27T00:00:00.000Z",
  ],
  [
    "C6 back",
    [days(365, 500_000, "yearly")],
    50_000,
    "monthly",
    26_280_000_000,
    "2027-09-21T04:00:00.000Z",
  ],
  [
    "C7 thirds",
    [days(10, 10_000, "monthly")],
    30_000,
    "monthly",
    288_000_000,
    "2026-11-24T08:00:00.000Z",
  ],
  ["C8 floor to zero", [time(1, 1, "monthly")], 3, "monthly", 0, "2026-11-21T00:00:00.000Z"],
  [
    "C9 floor",
    [days(7, 9_900, "monthly")],
    14_900,
    "monthly",
    401_846_979,
    "2026-11-25T15:37:26.979Z",
  ],
  [
    "C9b round trip of C9",
    [time(401_846_979, 14_900, "monthly")],
    9_900,
    "monthly",
    604_799_998,
    "2026-11-27T23:59:59.998Z",
  ],
  [
    "C10 custom price",
    [days(30, 25_000, "monthly")],
    50_000,
    "monthly",
    1_296_000_000,
    "2026-12-06T00:00:00.000Z",
  ],
  [
    "C11 custom interval",
    [days(30, 120_000, "quarterly")],
    50_000,
    "monthly",
    2_073_600_000,
    "2026-12-15T00:00:00.000Z",
  ],
  [
    "C12 weekly",
    [days(7, 15_000, "weekly")],
    50_000,
    "monthly",
    788_923_800,
    "2026-11-30T03:08:43.800Z",
  ],
  [
    "C13 half years",
    [days(45, 130_000, "quarterly")],
    240_000,
    "semiannual",
    4_212_000_000,
    "2027-01-08T18:00:00.000Z",
  ],
  [
    "C14 half a term",
    [days(15, 1000, "monthly")],
    2000,
    "monthly",
    648_000_000,
    "2026-12-13T12:00:00.000Z",
    new Date("2026-12-06T00:00:00.000Z"),
  ],
  [
    "C15 an asker's figures",
    [days(181, 13_400, "yearly")],
    1700,
    "monthly",
    10_272_282_352,
    "2027-03-19T21:24:42.352Z",
  ],
  [
    "M1 mixed terms",
    [days(10, 50_000, "monthly"), days(30.436875, 25_000, "monthly")],
    100_000,
    "monthly",
    1_089_436_500,
    "2026-12-03T14:37:16.500Z",
  ],
  [
    "M2 given time",
    [days(60, 0, "monthly"), days(30, 50_000, "monthly")],
    50_000,
    "monthly",
    2_592_000_000,
    "2026-12-21T00:00:00.000Z",
  ],
]

describe("convertTime", () => {
  it.each(vectors.map((vector) => ({ name: vector[0], vector })))(
    "$name",
    ({ vector: [, remaining, priceCents, interval, ms, until, from = now] }) => {
      const converted = convertTime(remaining, { priceCents, interval })
      expect(converted).toBe(BigInt(ms))
      expect(new Date(from.getTime() + Number(converted)).toISOString()).toBe(until)
    },
  )

  it("knows no length at the price of nothing", () =>
    expect(
      convertTime([days(1, 5, "weekly")], { priceCents: 0, interval: "weekly" }),
    ).toBeUndefined())
})

describe("creditOf", () => {
  it.each([
    ["Q1 half a month", [days(15, 50_000, "monthly")], 24_641],
    ["Q2 exactly one term", [time(Number(termMs.monthly), 50_000, "monthly")], 50_000],
    [
      "two terms are rounded once",
      [time(1_314_873_000, 1, "monthly"), time(1_314_873_000, 1, "monthly")],
      1,
    ],
    ["nothing", [], 0],
  ] as const)("%s", (_, remaining, cents) => expect(creditOf(remaining)).toBe(cents))
})

describe("the lengths of terms", () => {
  it("all divide the common one", () =>
    expect(Object.values(termMs).map((ms) => [commonMs % ms, commonMs / ms])).toEqual(
      [20_871n, 4800n, 1600n, 800n, 400n].map((n) => [0n, n]),
    ))
  it("make a year of twelve months, four quarters and two halves", () =>
    expect([termMs.monthly * 12n, termMs.quarterly * 4n, termMs.semiannual * 2n]).toEqual(
      Array.from({ length: 3 }, () => termMs.yearly),
    ))
})

const interval = fc.constantFrom<RecurringInterval>(
  "weekly",
  "monthly",
  "quarterly",
  "semiannual",
  "yearly",
)
const price = fc.oneof(
  fc.integer({ min: 1, max: 1000 }),
  fc.integer({ min: 1, max: 99_999_999_999 }),
)
const length = fc.oneof(
  fc.bigInt({ min: 0n, max: 1000n }),
  fc.bigInt({ min: 0n, max: 315_360_000_000n }),
)
const rate = fc.record({ priceCents: price, interval })
type Rate = { readonly priceCents: number; readonly interval: RecurringInterval }

const to = (ms: bigint, from: Rate, other: Rate): bigint =>
  convertTime([{ ms, ...from }], other) ?? -1n
/**
 * One millisecond's worth at a rate, times that of another: the ratio of two rates without a
 * fraction.
 */
const per = (of: Rate, other: Rate): bigint => BigInt(of.priceCents) * termMs[other.interval]
const runs = { numRuns: 3000 }

describe("conversion, of all times and rates", () => {
  it("P1 mints nothing", () =>
    fc.assert(
      fc.property(length, rate, rate, (ms, a, b) => to(ms, a, b) * per(b, a) <= ms * per(a, b)),
      runs,
    ))
  it("P2 loses less than a millisecond", () =>
    fc.assert(
      fc.property(
        length,
        rate,
        rate,
        (ms, a, b) => (to(ms, a, b) + 1n) * per(b, a) > ms * per(a, b),
      ),
      runs,
    ))
  it("P3 leaves time alone where a day costs the same", () =>
    fc.assert(
      fc.property(
        length,
        price,
        fc.constantFrom(...sameDay),
        (ms, priceCents, [one, other, times]) => {
          const b = { priceCents: priceCents * times, interval: other }
          return (
            to(ms, { priceCents, interval: one }, b) === ms &&
            to(ms, b, { priceCents, interval: one }) === ms
          )
        },
      ),
      runs,
    ))
  it("P4 grows with time and price, and shrinks with the other price", () =>
    fc.assert(
      fc.property(length, length, rate, rate, price, (ms, more, a, b, extra) => {
        const present = to(ms, a, b)
        return (
          to(ms + more, a, b) >= present &&
          to(ms, { ...a, priceCents: a.priceCents + extra }, b) >= present &&
          to(ms, a, { ...b, priceCents: b.priceCents + extra }) <= present
        )
      }),
      runs,
    ))
  it("P5 comes back no longer, and shorter by at most what the way loses", () =>
    fc.assert(
      fc.property(length, rate, rate, (ms, a, b) => {
        const back = to(to(ms, a, b), b, a)
        return back <= ms && ms - back <= per(b, a) / per(a, b) + 2n
      }),
      runs,
    ))
  it("P6 by any way round is no longer, and shorter by at most what the way loses", () =>
    fc.assert(
      fc.property(length, rate, rate, rate, (ms, a, middle, b) => {
        const round = to(to(ms, a, middle), middle, b)
        const direct = to(ms, a, b)
        return round <= direct && direct - round <= per(middle, b) / per(b, middle) + 2n
      }),
      runs,
    ))
  it("P7 is the same in any unit of money", () =>
    fc.assert(
      fc.property(length, rate, rate, fc.integer({ min: 1, max: 1000 }), (ms, a, b, k) => {
        const scaled = ({ priceCents, interval: of }: Rate): Rate => ({
          priceCents: priceCents * k,
          interval: of,
        })
        return to(ms, scaled(a), scaled(b)) === to(ms, a, b)
      }),
      runs,
    ))
  it("P8 in two parts loses a millisecond at most", () =>
    fc.assert(
      fc.property(length, length, rate, rate, (one, other, a, b) => {
        const parts = to(one, a, b) + to(other, a, b)
        const whole = to(one + other, a, b)
        return parts <= whole && whole <= parts + 1n
      }),
      runs,
    ))
  it("weighs terms of many rates exactly", () =>
    fc.assert(
      fc.property(fc.array(fc.tuple(length, rate), { maxLength: 8 }), rate, (parts, b) => {
        const times = parts.map(([ms, a]) => ({ ms, ...a }))
        const ms = convertTime(times, b) ?? -1n
        const one = { ms: 1n, ...b }
        return ms * worthOf([one]) <= worthOf(times) && (ms + 1n) * worthOf([one]) > worthOf(times)
      }),
      runs,
    ))
})

const sameDay: readonly (readonly [RecurringInterval, RecurringInterval, number])[] = [
  ["monthly", "yearly", 12],
  ["monthly", "quarterly", 3],
  ["monthly", "semiannual", 6],
  ["quarterly", "semiannual", 2],
  ["quarterly", "yearly", 4],
  ["semiannual", "yearly", 2],
  ["weekly", "weekly", 1],
]
