import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { ownJsonFault } from "./own-json.ts"

const nested = (levels: number): unknown => (levels === 0 ? 1 : { in: nested(levels - 1) })

describe("JSON of an author's own", () => {
  it.each([
    [{ text: "שלום 👩‍🚀 e\u0301", list: [1, null, true, { x: -0.5 }], "": "" }],
    [{ most: Number.MAX_SAFE_INTEGER, least: Number.MIN_SAFE_INTEGER, small: 1e-300 }],
    [{ proto: 1, __proto: 2, Constructor: 3, prototype: 4 }],
    [{ marks: "a\u200eb\u200f" }],
    [nested(32)],
  ])("may be %j", (good) => expect(ownJsonFault(good)).toBeUndefined())

  it.each([
    ['{"a":[{"__proto__":{"admin":true}}]}', "a.0.__proto__", "name"],
    ['{"constructor":1}', "constructor", "name"],
    ['{"big":{"n":9007199254740993}}', "big.n", "2^53"],
    ['{"big":[0,-9007199254740992]}', "big.1", "2^53"],
    ['{"big":1e30}', "big", "2^53"],
    ['{"much":1e400}', "much", "not JSON"],
    ['{"a":{"b":"x\\u202ey"}}', "a.b", "direction"],
    ['{"a":["\\u2066"]}', "a.0", "direction"],
    ['{"a":{"x\\u202e":1}}', "a", "direction"],
    ['{"x\\u0000":1}', "", "stored"],
    ['{"a":"\\ud800"}', "a", "stored"],
    [JSON.stringify(nested(33)), Array.from({ length: 32 }, () => "in").join("."), "deeper"],
  ])("is not %s", (text, path, words) => {
    const fault = ownJsonFault(JSON.parse(text))
    expect(fault?.path.join(".")).toBe(path)
    expect(fault?.message).toContain(words)
  })

  it("is nothing but JSON", () => {
    for (const value of [{ a: undefined }, { a: () => 1 }, { a: 1n }, { a: Number.NaN }])
      expect(ownJsonFault(value)).toMatchObject({ path: ["a"], message: "is not JSON" })
  })

  it("is read again as it was sent, if nothing is wrong with it", () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 6 }), (value) => {
        if (ownJsonFault(value) !== undefined) return
        const merged = Object.assign({}, JSON.parse(JSON.stringify({ value })))
        expect(merged).toEqual({ value: JSON.parse(JSON.stringify(value)) })
      }),
    )
  })

  it("is refused wherever a bad part stands", () => {
    const bad = fc.constantFrom("\u202a", "\u0000", 2 ** 53, Number.POSITIVE_INFINITY)
    const way = fc.array(fc.oneof(fc.nat(3), fc.constantFrom("a", "b")), { maxLength: 20 })
    fc.assert(
      fc.property(bad, way, (part, path) => {
        const value = path.reduceRight<unknown>(
          (inner, step) =>
            typeof step === "number"
              ? [...Array.from({ length: step }, () => "ok"), inner]
              : { first: "ok", [step]: inner },
          part,
        )
        expect(ownJsonFault(value)?.path).toEqual(path)
      }),
    )
  })
})
