import { describe, expect, it } from "vitest"
import { memoryRateLimitStore } from "./memory-store.ts"
import { openRateLimiter } from "./rate-limiter.ts"
import type { Check, RateLimitStore } from "./rate-limit-store.ts"

const check: Check = { key: "k", cost: 1, limit: 3, windowMs: 60_000, isOpenEnded: false }

/** A limiter over a store that can be switched off, on a wall clock that is moved. */
const openSwitched = () => {
  const shared = memoryRateLimitStore()
  const lines: string[] = []
  let wallMs = 1_800_000_000_000
  let isDown = false
  let asked = 0
  const store: RateLimitStore = {
    take: (checks, now) => {
      asked += 1
      return isDown ? Promise.reject(new Error("gone")) : shared.take(checks, now)
    },
  }
  const limiter = openRateLimiter(store, {
    wall: { now: () => new Date(wallMs) },
    onFailing: ({ reason }, message) => void lines.push(`${message} ${String(reason)}`),
  })
  const left = async () => (await limiter.take([check], new Date(wallMs))).states[0]?.remaining
  return {
    limiter,
    lines,
    left,
    strictly: () => limiter.takeStrictly([check], new Date(wallMs)),
    asked: () => asked,
    pass: (ms: number) => (wallMs += ms),
    down: () => (isDown = true),
    up: () => (isDown = false),
  }
}

describe("openRateLimiter", () => {
  it("counts in this process while the store fails, and in the store again when it is back", async () => {
    const { left, pass, down, up } = openSwitched()
    expect([await left(), await left()]).toEqual([2, 1])
    down()
    expect([await left(), await left(), await left(), await left()]).toEqual([2, 1, 0, 0])
    up()
    expect(await left()).toBe(0)
    pass(1000)
    expect(await left()).toBe(0)
    down()
    // What was counted here in an earlier failure is forgotten.
    expect(await left()).toBe(2)
  })

  it("refuses what must not go on uncounted, with Retry-After", async () => {
    const { strictly, pass, down, up } = openSwitched()
    down()
    for (let again = 0; again < 3; again += 1)
      await expect(strictly()).rejects.toMatchObject({ _tag: "Unavailable", retryAfterSeconds: 5 })
    up()
    pass(1000)
    expect((await strictly()).allowed).toBe(true)
  })

  it("asks a store that fails once a second, and writes one line a minute", async () => {
    const { left, lines, asked, pass, down } = openSwitched()
    down()
    for (let second = 0; second < 130; second += 1) {
      await Promise.all(Array.from({ length: 20 }, left))
      pass(1000)
    }
    // All of the first requests were under way when the first one failed.
    expect(asked()).toBe(20 + 129)
    expect(lines).toEqual(
      Array.from(
        { length: 3 },
        () => "The rate limit store fails. This process counts by itself meanwhile. gone",
      ),
    )
  })
})
