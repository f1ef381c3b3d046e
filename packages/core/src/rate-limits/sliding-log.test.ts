import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import { memoryRateLimitStore } from "./memory-store.ts"
import type { Check } from "./rate-limit-store.ts"

const at = (ms: number) => new Date(1_800_000_000_000 + ms)

/** The rule as plainly as it can be said: every spent unit in one list. */
const naive = () => {
  const spent: { key: string; at: number }[] = []
  const within = (check: Check, now: number) =>
    spent
      .filter((unit) => unit.key === check.key && unit.at + check.windowMs > now)
      .map((unit) => unit.at)
  return {
    spent,
    within,
    take: (checks: readonly Check[], now: number) => {
      const allowed = checks.every(
        (check) => check.cost === 0 || within(check, now).length + check.cost <= check.limit,
      )
      if (allowed)
        for (const check of checks)
          for (let unit = 0; unit < check.cost; unit += 1) spent.push({ key: check.key, at: now })
      return allowed
    },
  }
}

const limitOf = {
  a: { limit: 5, windowMs: 1000 },
  b: { limit: 2, windowMs: 300 },
  c: { limit: 9, windowMs: 5000 },
} as const
const request = fc.record({
  dt: fc.integer({ min: 0, max: 700 }),
  costs: fc.record(
    {
      a: fc.integer({ min: 0, max: 3 }),
      b: fc.integer({ min: 0, max: 2 }),
      c: fc.integer({ min: 0, max: 4 }),
    },
    { requiredKeys: [] },
  ),
})
const checksOf = (costs: Partial<Record<keyof typeof limitOf, number>>): Check[] =>
  (Object.keys(limitOf) as (keyof typeof limitOf)[]).flatMap((key) =>
    costs[key] === undefined
      ? []
      : [{ key, cost: costs[key], ...limitOf[key], isOpenEnded: false }],
  )

describe("memoryRateLimitStore", () => {
  it("answers as the naive model does: never more than the limit in any window, never refused while there is room", () =>
    fc.assert(
      fc.asyncProperty(fc.array(request, { maxLength: 80 }), async (requests) => {
        const store = memoryRateLimitStore()
        const model = naive()
        let now = 0
        for (const { dt, costs } of requests) {
          now += dt
          const checks = checksOf(costs)
          const taken = await store.take(checks, at(now))
          expect(taken.allowed).toBe(model.take(checks, now))
          checks.forEach((check, index) => {
            const within = model.within(check, now)
            expect(taken.states[index]?.remaining).toBe(check.limit - within.length)
            expect(taken.states[index]?.resetSeconds).toBe(
              within[0] === undefined ? 0 : Math.ceil((within[0] + check.windowMs - now) / 1000),
            )
          })
        }
        for (const [key, { limit, windowMs }] of Object.entries(limitOf))
          for (const { at: from } of model.spent)
            expect(
              model.spent.filter(
                (unit) => unit.key === key && unit.at >= from && unit.at < from + windowMs,
              ).length,
            ).toBeLessThanOrEqual(limit)
      }),
      { numRuns: 300 },
    ))

  it("lets in whoever waits as long as they were told, and not a second sooner when nobody else takes", () =>
    fc.assert(
      fc.asyncProperty(
        fc.array(fc.integer({ min: 0, max: 9_000 }), { minLength: 1, maxLength: 60 }),
        fc.integer({ min: 1, max: 5 }),
        async (gaps, cost) => {
          const store = memoryRateLimitStore()
          const check: Check = { key: "k", cost, limit: 7, windowMs: 60_000, isOpenEnded: true }
          let now = 0
          for (const gap of gaps) {
            now += gap
            const taken = await store.take([check], at(now))
            const wait = taken.states[0]?.retryAfterSeconds ?? 0
            expect(wait > 0).toBe(!taken.allowed)
            if (taken.allowed) continue
            const early =
              (await store.take([{ ...check, cost: 0 }], at(now + (wait - 1) * 1000))).states[0]
                ?.remaining ?? 0
            expect(early).toBeLessThan(cost)
            now += wait * 1000
            expect((await store.take([check], at(now))).allowed).toBe(true)
          }
        },
      ),
    ))

  it("spends in all allowances or in none", async () => {
    const store = memoryRateLimitStore()
    const wide: Check = { key: "wide", cost: 1, limit: 10, windowMs: 1000, isOpenEnded: false }
    const narrow: Check = { key: "narrow", cost: 1, limit: 1, windowMs: 1000, isOpenEnded: false }
    expect((await store.take([wide, narrow], at(0))).allowed).toBe(true)
    for (let again = 0; again < 5; again += 1)
      expect((await store.take([wide, narrow], at(1))).allowed).toBe(false)
    expect((await store.take([{ ...wide, cost: 0 }], at(1))).states[0]?.remaining).toBe(9)
    // Refused requests left no trace, so the narrow one is free exactly one window after it was
    // spent.
    expect((await store.take([wide, narrow], at(1000))).allowed).toBe(true)
  })

  it("gives a unit back exactly one window after it was spent", async () => {
    const store = memoryRateLimitStore()
    const check: Check = { key: "k", cost: 1, limit: 1, windowMs: 60_000, isOpenEnded: false }
    await store.take([check], at(0))
    expect((await store.take([check], at(59_999))).states[0]).toEqual({
      remaining: 0,
      resetSeconds: 1,
      retryAfterSeconds: 1,
    })
    expect((await store.take([check], at(60_000))).allowed).toBe(true)
  })

  it("counts on when the clock steps back a little, and forgets a future that never came", async () => {
    const store = memoryRateLimitStore()
    const check: Check = { key: "k", cost: 1, limit: 2, windowMs: 1000, isOpenEnded: false }
    await store.take([check], at(500))
    await store.take([check], at(400))
    expect((await store.take([check], at(600))).allowed).toBe(false)
    expect((await store.take([check], at(-1_000_000))).allowed).toBe(true)
  })

  it("refuses new open-ended keys when it is full of live ones, and makes room as they end", async () => {
    const store = memoryRateLimitStore({ keysMax: 3 })
    const outsider = (key: string): Check => ({
      key,
      cost: 1,
      limit: 2,
      windowMs: 1000,
      isOpenEnded: true,
    })
    for (const key of ["a", "b", "c"])
      expect((await store.take([outsider(key)], at(0))).allowed).toBe(true)
    expect(await store.take([outsider("d")], at(1))).toEqual({
      allowed: false,
      states: [{ remaining: 0, resetSeconds: 1, retryAfterSeconds: 1 }],
    })
    expect((await store.take([outsider("a")], at(1))).allowed).toBe(true)
    expect((await store.take([{ ...outsider("known"), isOpenEnded: false }], at(1))).allowed).toBe(
      true,
    )
    expect((await store.take([outsider("d")], at(2000))).allowed).toBe(true)
  })
})
