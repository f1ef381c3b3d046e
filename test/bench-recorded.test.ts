import { describe, expect, it } from "vitest"
import type { Bench } from "../bench/harness/bench.ts"
import { fallenBack, readRecorded } from "../bench/harness/recorded.ts"

const side = (name: string) => ({ name, measure: async () => ({ value: 1 }) })
const measured = (ratio: number, unit: Bench["unit"] = "/s") => ({
  bench: { name: "taps", a: side("ours"), b: side("theirs"), unit, agree: () => undefined },
  ratio: { median: ratio, least: ratio, most: ratio },
})
const before = { "taps: ours / theirs": 0.6 }

describe("the short form of the benches", () => {
  it.each([
    ["a ratio like the recorded one", measured(0.6), true],
    ["half of it", measured(0.3), true],
    ["less than half of it", measured(0.29), false],
    ["twice the memory", measured(1.2, "MB"), true],
    ["more than twice the memory", measured(1.3, "MB"), false],
  ])("judges %s", (_, comparison, isTaken) => {
    expect(fallenBack(before, [comparison]).length === 0).toBe(isTaken)
  })

  it("finds a bench that is not recorded, and one that is gone", () => {
    expect(fallenBack({}, [measured(0.6)])).toEqual([
      { key: "taps: ours / theirs", why: expect.stringContaining("not recorded") },
    ])
    expect(fallenBack(before, [])).toEqual([
      { key: "taps: ours / theirs", why: expect.stringContaining("not measured") },
    ])
  })

  it("passes over CPU times, whose aim is a difference", () => {
    expect(fallenBack({}, [measured(9, "µs")])).toEqual([])
  })

  it("has ratios to look at in each of its suites", () => {
    const suites = Object.values(readRecorded())
    expect(suites.length).toBeGreaterThan(5)
    for (const suite of suites) expect(Object.keys(suite)).not.toEqual([])
  })
})
