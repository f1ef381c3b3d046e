import { expect, test } from "vitest"
import { many, rememberedCounts, rememberedMs } from "./remembered-counts.ts"

const noon = Date.parse("2026-11-21T12:00:00Z")

/** Counts with a total that changes, and tells how often it was counted. */
const counting = () => {
  const counts = rememberedCounts()
  let times = 0
  const ask = (key: string, afterMs: number, total: number) =>
    counts.of(key, new Date(noon + afterMs), async () => {
      times += 1
      return total
    })
  return { ask, times: () => times }
}

test("a count of many is good for a while, and not a moment longer", async () => {
  const { ask, times } = counting()
  expect(await ask("a", 0, many)).toBe(many)
  expect(await ask("a", rememberedMs - 1, many + 1)).toBe(many)
  expect(times()).toBe(1)
  expect(await ask("a", rememberedMs, many + 1)).toBe(many + 1)
  expect(times()).toBe(2)
})

test("a count of few is made each time", async () => {
  const { ask, times } = counting()
  expect(await ask("a", 0, many - 1)).toBe(many - 1)
  expect(await ask("a", 1, 3)).toBe(3)
  expect(times()).toBe(2)
})

test("other questions have other counts, and the past is not answered from the future", async () => {
  const { ask } = counting()
  expect(await ask("a", 5_000, many)).toBe(many)
  expect(await ask("b", 5_000, many + 7)).toBe(many + 7)
  expect(await ask("a", 4_999, many + 1)).toBe(many + 1)
})

test("what was asked longest ago gives way to what is asked now", async () => {
  const { ask, times } = counting()
  for (let n = 0; n < 1_001; n += 1) await ask(`list ${n}`, 0, many)
  expect(await ask("list 1000", 1, 0)).toBe(many)
  expect(await ask("list 0", 1, many + 1)).toBe(many + 1)
  expect(times()).toBe(1_002)
})
