import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { parseDistinct } from "./members.ts"

const values = fc.jsonValue({ stringUnit: "grapheme", maxDepth: 5 })

describe("parseDistinct", () => {
  it("gives what JSON.parse gives, in any spelling", () => {
    fc.assert(
      fc.property(values, fc.constantFrom(undefined, 1, "\t"), (value, space) => {
        const text = JSON.stringify(value, null, space)
        expect(parseDistinct(text)).toEqual(JSON.parse(text))
      }),
      { numRuns: 500 },
    )
  })

  it("refuses every text in which a member is spelt once more, wherever that is", () => {
    const objects = fc.dictionary(fc.string({ unit: "grapheme" }), values, { minKeys: 1 })
    fc.assert(
      fc.property(objects, values, fc.nat(), (object, other, pick) => {
        const entries = Object.entries(object).map(
          ([name, value]) => `${JSON.stringify(name)}:${JSON.stringify(value)}`,
        )
        const twice = `{${[...entries, entries[pick % entries.length]].join(",")}}`
        for (const text of [twice, `[${JSON.stringify(other)},${twice}]`, `{"a:\\"":${twice}}`])
          expect(() => parseDistinct(text)).toThrow(RangeError)
      }),
    )
  })

  it.each([
    ["by another spelling", '{"a":1,"\\u0061":2}'],
    ["with colons, quotes and backslashes in strings", '{"a\\\\":":\\":","a\\\\":1}'],
    ["called __proto__", '{"__proto__":1,"__proto__":2}'],
    ["empty", '{"":1,"":2}'],
  ])("refuses a member that comes twice: %s", (_, text) => {
    expect(() => parseDistinct(text)).toThrow(RangeError)
  })

  it.each([
    ["a number beyond the finite ones", '{"a":1e400}'],
    ["a lone surrogate in an escape", '{"a":"\\udc00"}'],
    ["a lone surrogate in a name", '{"\\ud83d":1}'],
    ["nesting beyond the bound", `${"[".repeat(40)}${"]".repeat(40)}`],
    ["nesting without end", `${"[".repeat(200_000)}${"]".repeat(200_000)}`],
    ["no JSON", '{"a":1'],
    ["a trailing comma", '{"a":1,}'],
    ["two texts", "{}{}"],
  ])("refuses %s", (_, text) => {
    expect(() => parseDistinct(text)).toThrow(/^/)
  })

  it("takes time proportional to the text, whatever it is made of", () => {
    const start = performance.now()
    for (const text of [
      `{"a":"${'\\"'.repeat(400_000)}"}`,
      `{"a":"${"\\\\".repeat(400_000)}"}`,
      `{"a":[${'"\\n",'.repeat(150_000)}0]}`,
    ]) {
      expect(parseDistinct(text)).toHaveProperty("a")
    }
    expect(performance.now() - start).toBeLessThan(5_000)
  })
})
