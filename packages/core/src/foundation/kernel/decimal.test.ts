import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { decimalOf, isDecimal, tenThousandthsOf } from "./decimal.ts"

describe("a decimal", () => {
  it.each([
    ["0", 0],
    ["1", 10_000],
    ["1.5", 15_000],
    ["0.0001", 1],
    ["0.1", 1000],
    ["9999.9999", 99_999_999],
  ])("%s is %i ten-thousandths", (text, tenThousandths) => {
    expect(tenThousandthsOf(text)).toBe(tenThousandths)
    expect(decimalOf(tenThousandths)).toBe(text)
  })

  it.each([
    ["1.50", "1.5"],
    ["2.0000", "2"],
    ["0.0", "0"],
  ])("%s is written %s", (text, short) => expect(decimalOf(tenThousandthsOf(text))).toBe(short))

  it.each([
    "",
    ".5",
    "1.",
    "01",
    "-1",
    "+1",
    "1e2",
    "1,5",
    "1.23456",
    "10000",
    "Infinity",
    "NaN",
    " 1",
    "1\n",
    "١",
  ])("%j is none", (text) => {
    expect(isDecimal(text)).toBe(false)
    expect(() => tenThousandthsOf(text)).toThrow(RangeError)
  })

  it("is the same after there and back", () =>
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 99_999_999 }),
        (n) => tenThousandthsOf(decimalOf(n)) === n,
      ),
    ))
})
