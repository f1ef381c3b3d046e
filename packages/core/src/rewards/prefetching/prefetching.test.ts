import { describe, expect, it } from "vitest"
import { refetchAt, retryAt } from "./prefetching.ts"

const at = (ms: number) => new Date(ms)
const hourMs = 3_600_000
const dayMs = 86_400_000

describe("a prefetched copy", () => {
  it.each([
    ["new", dayMs, at(0), at(0.9 * dayMs)],
    ["due", dayMs, at(0.9 * dayMs), at(0.9 * dayMs + hourMs)],
    ["expired", dayMs, at(2 * dayMs), at(2 * dayMs + hourMs)],
    ["kept for good", undefined, at(0), undefined],
  ])("that is %s is fetched again", (_, expires, now, again) => {
    const expiresAt = expires === undefined ? undefined : at(expires)
    expect(refetchAt({ expiresAt, lifetimeMs: dayMs }, now)).toEqual(again)
  })

  it("that never came is asked for every hour of a week", () => {
    expect(retryAt(at(0), at(5))).toEqual(at(5 + hourMs))
    expect(retryAt(at(0), at(7 * dayMs - 1))).toEqual(at(7 * dayMs - 1 + hourMs))
    expect(retryAt(at(0), at(7 * dayMs))).toBeUndefined()
  })
})
