import { Result } from "effect"
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import {
  consumed,
  released,
  remainingOf,
  returned,
  setAside,
  type Supply,
  taken,
} from "./supply.ts"

const supply: Supply = {
  uuid: "s",
  status: "active",
  supplyTotal: 3,
  supplyRedeemed: 1,
  supplyReserved: 1,
}

describe("a supply", () => {
  it.each([
    ["issues one", taken(supply), { supplyRedeemed: 2, supplyReserved: 1 }],
    ["sets one aside", setAside(supply), { supplyRedeemed: 1, supplyReserved: 2 }],
  ])("%s", (_, after, expected) =>
    expect(Result.getOrThrow(after)).toEqual({ ...supply, ...expected }),
  )

  it.each([
    ["one that was set aside is issued", consumed(supply), [2, 0]],
    ["one that was set aside is not issued", released(supply), [1, 0]],
    ["an issued one is taken back", Result.succeed(returned(supply)), [0, 1]],
  ] as const)("counts on when %s", (_, after, [supplyRedeemed, supplyReserved]) =>
    expect(Result.getOrThrow(after)).toEqual({ ...supply, supplyRedeemed, supplyReserved }),
  )

  it("issues and returns nothing that was not set aside", () => {
    const none = { ...supply, supplyReserved: 0 }
    for (const refused of [consumed(none), released(none)])
      expect(Result.isFailure(refused) && refused.failure.reason).toBe("not_reserved")
  })

  it.each([
    [{ supplyRedeemed: 2 }, "supply_exhausted"],
    [{ supplyReserved: 2 }, "supply_exhausted"],
    [{ status: "archived" }, "archived"],
    [{ status: "draft" }, "archived"],
    [{ status: "archived", supplyTotal: undefined }, "archived"],
  ] as const)("gives none: %o", (change, reason) => {
    for (const refused of [taken({ ...supply, ...change }), setAside({ ...supply, ...change })])
      expect(Result.isFailure(refused) && refused.failure.reason).toBe(reason)
  })

  it("without a total gives any number", () => {
    const endless = { ...supply, supplyTotal: undefined, supplyRedeemed: 1_000_000_000 }
    expect(remainingOf(endless)).toBeUndefined()
    expect(Result.isSuccess(taken(endless))).toBe(true)
  })

  it("is never exceeded, whatever is taken, set aside, issued and returned in whatever order", () => {
    const steps = fc.array(fc.constantFrom("take", "set aside", "consume", "release", "return"))
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 5 }), steps, (total, doing) => {
        let now: Supply = { ...supply, supplyTotal: total, supplyRedeemed: 0, supplyReserved: 0 }
        for (const step of doing) {
          const { supplyRedeemed: issued, supplyReserved: aside } = now
          const [one, put] = [taken(now), setAside(now)]
          expect([one, put].map(Result.isSuccess)).toEqual(Array(2).fill(issued + aside < total))
          if (step === "take" && Result.isSuccess(one)) now = one.success
          if (step === "set aside" && Result.isSuccess(put)) now = put.success
          if (step === "consume" && aside > 0) now = Result.getOrThrow(consumed(now))
          if (step === "release" && aside > 0) now = Result.getOrThrow(released(now))
          if (step === "return" && issued > 0) now = returned(now)
          const sum = now.supplyRedeemed + now.supplyReserved
          expect(Math.min(now.supplyRedeemed, now.supplyReserved)).toBeGreaterThanOrEqual(0)
          expect(sum).toBeLessThanOrEqual(total)
        }
      }),
    )
  })
})
