import * as fc from "fast-check"
import { expect, it } from "vitest"
import { memoryRateLimitStore } from "../src/rate-limits/memory-store.ts"
import type { Check, RateLimitStore } from "../src/rate-limits/rate-limit-store.ts"

/** One store as two processes see it, with nothing counted. */
export type OpenTwice = () => Promise<readonly [RateLimitStore, RateLimitStore]>

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
  isOther: fc.boolean(),
  costs: fc.record(
    {
      a: fc.integer({ min: 0, max: 3 }),
      b: fc.integer({ min: 0, max: 3 }),
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

const mixedRequest = fc.record({
  dt: fc.oneof({ weight: 9, arbitrary: fc.nat(400) }, { weight: 1, arbitrary: fc.nat(9000) }),
  isOther: fc.boolean(),
  checks: fc.uniqueArray(
    fc.record({
      key: fc.constantFrom("a", "b", "c"),
      cost: fc.integer({ min: 0, max: 4 }),
    }),
    { selector: ({ key }) => key, minLength: 1 },
  ),
})

/** What a store of limits promises, whatever it counts in. */
export const rateLimitSuite = (open: OpenTwice, runs: number): void => {
  const openOne = async () => (await open())[0]

  it("answers as the naive model does: never more than the limit in any window, never refused while there is room", () =>
    fc.assert(
      fc.asyncProperty(fc.array(request, { maxLength: 60 }), async (requests) => {
        const [store, other] = await open()
        const model = naive()
        let now = 0
        for (const { dt, costs, isOther } of requests) {
          now += dt
          const checks = checksOf(costs)
          const room = checks.map((check) => model.within(check, now))
          const taken = await (isOther ? other : store).take(checks, at(now))
          expect(taken.allowed).toBe(model.take(checks, now))
          checks.forEach((check, index) => {
            const within = model.within(check, now)
            const state = taken.states[index]
            expect(state?.remaining).toBe(
              within.length === 0 && check.cost > check.limit ? 0 : check.limit - within.length,
            )
            const before = room[index] ?? []
            const isRefused = check.cost > 0 && before.length + check.cost > check.limit
            const awaited =
              before[Math.min(before.length + check.cost - check.limit, before.length) - 1] ?? now
            const secondsTo = (spentAt: number) =>
              Math.ceil((spentAt + check.windowMs - now) / 1000)
            const reset = within[0] ?? (isRefused ? now : undefined)
            expect([state?.resetSeconds, state?.retryAfterSeconds]).toEqual([
              reset === undefined ? 0 : secondsTo(reset),
              isRefused ? secondsTo(awaited) : 0,
            ])
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
      { numRuns: runs },
    ))

  it("gives the same answers as the memory of one process, through whichever process they come", () =>
    fc.assert(
      fc.asyncProperty(fc.array(mixedRequest, { maxLength: 50 }), async (requests) => {
        const [store, other] = await open()
        const memory = memoryRateLimitStore()
        let now = 0
        for (const { dt, isOther, checks: asked } of requests) {
          now += dt
          const checks = asked.map(({ key, cost }) => ({
            key,
            cost,
            ...limitOf[key as keyof typeof limitOf],
            isOpenEnded: true,
          }))
          expect(await (isOther ? other : store).take(checks, at(now))).toEqual(
            await memory.take(checks, at(now)),
          )
        }
      }),
      { numRuns: runs },
    ))

  it("lets in whoever waits as long as they were told, and not a second sooner when nobody else takes", () =>
    fc.assert(
      fc.asyncProperty(
        fc.array(fc.integer({ min: 0, max: 9_000 }), { minLength: 1, maxLength: 40 }),
        fc.integer({ min: 1, max: 5 }),
        async (gaps, cost) => {
          const [store, other] = await open()
          const check: Check = { key: "k", cost, limit: 7, windowMs: 60_000, isOpenEnded: true }
          let now = 0
          for (const gap of gaps) {
            now += gap
            const taken = await store.take([check], at(now))
            const wait = taken.states[0]?.retryAfterSeconds ?? 0
            expect(wait > 0).toBe(!taken.allowed)
            if (taken.allowed) continue
            const early =
              (await other.take([{ ...check, cost: 0 }], at(now + (wait - 1) * 1000))).states[0]
                ?.remaining ?? 0
            expect(early).toBeLessThan(cost)
            now += wait * 1000
            expect((await store.take([check], at(now))).allowed).toBe(true)
          }
        },
      ),
      { numRuns: runs },
    ))

  it("is off by no more than the clocks of its processes: a unit comes back a window after it was spent, sooner or later by what they differ", () =>
    fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 0, max: 900 }),
        fc.array(fc.record({ dt: fc.integer({ min: 0, max: 400 }), isOther: fc.boolean() }), {
          maxLength: 60,
        }),
        async (aheadMs, requests) => {
          const [store, other] = await open()
          const check: Check = { key: "k", cost: 1, limit: 4, windowMs: 1000, isOpenEnded: true }
          const spent: number[] = []
          let now = 0
          for (const { dt, isOther } of requests) {
            now += dt
            const { allowed } = await (isOther
              ? other.take([check], at(now + aheadMs))
              : store.take([check], at(now)))
            const since = (ms: number) => spent.filter((each) => each > now - ms).length
            if (allowed) spent.push(now)
            expect(
              allowed
                ? since(check.windowMs - aheadMs) <= check.limit
                : since(check.windowMs + aheadMs) >= check.limit,
            ).toBe(true)
          }
        },
      ),
      { numRuns: runs },
    ))

  it("spends in all allowances or in none", async () => {
    const store = await openOne()
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

  it("spends nothing in a new allowance beside one that has no room", async () => {
    const store = await openOne()
    const spent: Check = { key: "spent", cost: 1, limit: 1, windowMs: 1000, isOpenEnded: false }
    const fresh: Check = { key: "fresh", cost: 1, limit: 1, windowMs: 1000, isOpenEnded: false }
    const newest: Check = { ...fresh, key: "newest" }
    await store.take([spent], at(0))
    expect(await store.take([newest, spent, fresh], at(1))).toEqual({
      allowed: false,
      states: [
        { remaining: 1, resetSeconds: 0, retryAfterSeconds: 0 },
        { remaining: 0, resetSeconds: 1, retryAfterSeconds: 1 },
        { remaining: 1, resetSeconds: 0, retryAfterSeconds: 0 },
      ],
    })
    expect((await store.take([newest, fresh], at(2))).allowed).toBe(true)
    expect((await store.take([fresh], at(3))).allowed).toBe(false)
  })

  it("refuses what costs more than the whole limit", async () => {
    const store = await openOne()
    const check: Check = { key: "k", cost: 3, limit: 2, windowMs: 60_000, isOpenEnded: false }
    expect(await store.take([check], at(0))).toEqual({
      allowed: false,
      states: [{ remaining: 0, resetSeconds: 60, retryAfterSeconds: 60 }],
    })
    expect((await store.take([{ ...check, cost: 2 }], at(1))).allowed).toBe(true)
  })

  it("gives a unit back exactly one window after it was spent", async () => {
    const [store, other] = await open()
    const check: Check = { key: "k", cost: 1, limit: 1, windowMs: 60_000, isOpenEnded: false }
    await store.take([check], at(0))
    for (const process of [store, other, store])
      expect((await process.take([check], at(59_999))).states[0]).toEqual({
        remaining: 0,
        resetSeconds: 1,
        retryAfterSeconds: 1,
      })
    expect((await other.take([{ ...check, cost: 0 }], at(59_999))).states[0]).toEqual({
      remaining: 0,
      resetSeconds: 1,
      retryAfterSeconds: 0,
    })
    expect((await store.take([check], at(60_000))).allowed).toBe(true)
  })

  it("counts on when the clock steps back a little, and forgets a future that never came", async () => {
    const store = await openOne()
    const check: Check = { key: "k", cost: 1, limit: 2, windowMs: 1000, isOpenEnded: false }
    await store.take([check], at(500))
    await store.take([check], at(400))
    expect((await store.take([check], at(600))).allowed).toBe(false)
    expect((await store.take([check], at(-1_000_000))).allowed).toBe(true)
  })

  it("counts keys of any length and any characters, each by itself", async () => {
    const store = await openOne()
    const check = (key: string): Check => ({
      key,
      cost: 1,
      limit: 1,
      windowMs: 1000,
      isOpenEnded: true,
    })
    const keys = ["", "\0", "a\0", "ä", "Ä", "{x,y}", 'a"b', "x".repeat(10_000), "y".repeat(10_000)]
    for (const key of keys) expect((await store.take([check(key)], at(0))).allowed).toBe(true)
    for (const key of keys) expect((await store.take([check(key)], at(1))).allowed).toBe(false)
  })
}
