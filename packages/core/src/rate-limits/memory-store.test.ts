import { describe, expect, it } from "vitest"
import { rateLimitSuite } from "../../test/rate-limits.suite.ts"
import { memoryRateLimitStore } from "./memory-store.ts"
import type { Check } from "./rate-limit-store.ts"

const at = (ms: number) => new Date(1_800_000_000_000 + ms)

describe("memoryRateLimitStore", () => {
  rateLimitSuite(() => {
    const store = memoryRateLimitStore()
    return Promise.resolve([store, store])
  }, 300)
})

const outsider = (key: string, windowMs = 1000): Check => ({
  key,
  cost: 1,
  limit: 2,
  windowMs,
  isOpenEnded: true,
})

describe("memoryRateLimitStore that is full", () => {
  it("refuses new open-ended keys while all are live, and makes room as they end", async () => {
    const store = memoryRateLimitStore({ keysMax: 3 })
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

  it("makes room as keys of a short window end, although an older one of a long window lives", async () => {
    const store = memoryRateLimitStore({ keysMax: 2 })
    await store.take([outsider("hour", 3_600_000)], at(0))
    await store.take([outsider("second")], at(1))
    expect((await store.take([outsider("next")], at(2))).allowed).toBe(false)
    expect((await store.take([outsider("next")], at(1001))).allowed).toBe(true)
  })
})
