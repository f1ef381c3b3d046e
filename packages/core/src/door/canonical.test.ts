import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { canonicalJson } from "./canonical.ts"

const byTheBook = (value: unknown): string => {
  if (typeof value !== "object" || value === null) return JSON.stringify(value)
  if (Array.isArray(value)) return `[${value.map(byTheBook).join(",")}]`
  const members = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))
  return `{${members.map(([name, part]) => `${JSON.stringify(name)}:${byTheBook(part)}`).join(",")}}`
}

describe("canonicalJson", () => {
  it("writes the sample of RFC 8785 section 3.2.3", () => {
    const value: unknown = JSON.parse(
      '{"numbers":[333333333.33333329,1E30,4.50,2e-3,0.000000000000000000000000001],' +
        '"string":"\\u20ac$\\u000F\\u000aA\'\\u0042\\u0022\\u005c\\\\\\"\\/","literals":[null,true,false]}',
    )
    expect(canonicalJson(value)).toBe(
      '{"literals":[null,true,false],"numbers":[333333333.3333333,1e+30,4.5,0.002,1e-27],"string":"€$\\u000f\\nA\'B\\"\\\\\\\\\\"/"}',
    )
  })

  it("sorts names by UTF-16 unit, so that an astral one comes before U+FB33 (RFC 8785 section 3.2.3)", () => {
    const value = {
      "\u20ac": "Euro",
      "\r": "CR",
      "\ufb33": "Dagesh",
      "1": "One",
      "\u{1f600}": "Smiley",
      "\u0080": "Control",
      "\u00f6": "o",
    }
    expect(Object.values(JSON.parse(canonicalJson(value)))).toEqual([
      "One",
      "CR",
      "Control",
      "o",
      "Euro",
      "Smiley",
      "Dagesh",
    ])
  })

  it("writes the numbers of RFC 8785 appendix B", () => {
    const numbers = [
      -0, 5e-324, -5e-324, 1.7976931348623157e308, 9007199254740992, 295147905179352830000,
      9.999999999999997e22, 1e23, 1e21, 1e-7,
    ]
    expect(canonicalJson(numbers)).toBe(
      "[0,5e-324,-5e-324,1.7976931348623157e+308,9007199254740992,295147905179352830000,9.999999999999997e+22,1e+23,1e+21,1e-7]",
    )
  })

  it("writes what a few lines of RFC 8785 write", () => {
    fc.assert(
      fc.property(fc.jsonValue({ stringUnit: "binary", maxDepth: 6 }), (value) => {
        expect(canonicalJson(value)).toBe(byTheBook(value))
      }),
    )
  })

  it("keeps a member named __proto__ (it is data)", () => {
    expect(canonicalJson(JSON.parse('{"b":1,"__proto__":2}'))).toBe('{"__proto__":2,"b":1}')
  })

  it.each([
    ["a lone high surrogate", "\ud800"],
    ["a lone low surrogate", ["a\udc00b"]],
    ["a lone surrogate in a name", { "\udfff": 1 }],
    ["NaN", Number.NaN],
    ["infinity", [Number.NEGATIVE_INFINITY]],
    ["undefined", { a: undefined }],
    ["a hole", Array.from({ length: 2 })],
    ["a function", { a: () => 1 }],
    ["a bigint", 1n],
    ["a symbol", [Symbol("a")]],
    ["a date", { a: new Date(0) }],
    ["nesting beyond 32", JSON.parse(`${"[".repeat(33)}${"]".repeat(33)}`)],
  ])("refuses %s", (_, value) => {
    expect(() => canonicalJson(value)).toThrow(TypeError)
  })

  it("refuses a cycle", () => {
    const cycle: unknown[] = []
    cycle.push(cycle)
    expect(() => canonicalJson(cycle)).toThrow(TypeError)
  })
})
