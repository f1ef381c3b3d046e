import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { canonicalJson } from "./canonical.ts"
import { findPayload } from "./scan.ts"

const sliceOf = (text: string): string => {
  const { start, end } = findPayload(text)
  return text.slice(start, end)
}

describe("findPayload", () => {
  it("finds the slice of any payload in any spelling, and knows a canonical one", () => {
    const payload = fc.dictionary(fc.string({ unit: "grapheme", size: "small" }), fc.jsonValue({ stringUnit: "grapheme", maxDepth: 4 }))
    fc.assert(
      fc.property(payload, fc.constantFrom(undefined, 1, "\t"), fc.jsonValue({ maxDepth: 3 }), (value, space, other) => {
        const text = JSON.stringify({ before: other, payload: value, after: { payload: "not this" } }, null, space)
        expect(JSON.parse(sliceOf(text))).toEqual(JSON.parse(JSON.stringify(value)))
        expect(findPayload(text).canonical).toBe(sliceOf(text) === canonicalJson(value))
        const canonical = `{"payload":${canonicalJson(value)},"key_id":"k"}`
        expect(findPayload(canonical)).toEqual({ start: 11, end: canonical.length - 14, canonical: true })
      }),
      { numRuns: 500 },
    )
  })

  it("is not misled by brackets, quotes and backslashes inside strings", () => {
    const payload = '{"a":"}\\"]","b\\\\":"{\\"payload\\":{}}","c":"\\\\"}'
    expect(sliceOf(`{"x":"\\\\","payload":${payload},"y":"{"}`)).toBe(payload)
  })

  it("reads a name that is spelt with escapes", () => {
    expect(sliceOf('{"p\\u0061yload":{"a":1}}')).toBe('{"a":1}')
  })

  it.each([
    ["white space", '{"a": 1}'],
    ["names out of order", '{"b":1,"a":2}'],
    ["a number not in its shortest form", '{"a":1.0}'],
    ["a negative zero", '{"a":-0}'],
    ["an exponent", '{"a":1e2}'],
    ["an escape that is not needed", '{"a":"\\u0041"}'],
    ["an upper-case escape", '{"a":"\\u000F"}'],
    ["an escaped name that is not needed", '{"\\u0061":1}'],
  ])("does not call canonical: %s", (_, payload) => {
    expect(findPayload(`{"payload":${payload}}`)).toEqual({ start: 11, end: 11 + payload.length, canonical: false })
  })

  it.each([
    ["a member twice in the payload", '{"payload":{"a":1,"a":2}}'],
    ["a member twice, not side by side", '{"payload":{"b":1,"a":2,"b":1}}'],
    ["a member twice deep inside", '{"payload":{"a":[{"x":{"y":1,"y":1}}]}}'],
    ["a member twice by another spelling", '{"payload":{"a":1,"\\u0061":2}}'],
    ["a member twice in the envelope", '{"payload":{},"key_id":"a","key_id":"b"}'],
    ["the payload twice", '{"payload":{},"payload":{}}'],
    ["a member twice beside the payload", '{"x":{"a":1,"a":1},"payload":{}}'],
    ["a number beyond the finite ones", '{"payload":{"a":1e400}}'],
    ["a lone surrogate in an escape", '{"payload":{"a":"\\udc00"}}'],
    ["a lone surrogate in a name", '{"payload":{"\\ud83d":1}}'],
    ["no payload", '{"a":{"payload":{}}}'],
    ["a payload in a list", '[{"payload":{}}]'],
    ["a payload that is no object", '{"payload":[{}]}'],
    ["an open string", '{"payload":{}, "a'],
    ["brackets that close too much", '{"payload":{}}}}'],
    ["nesting beyond the bound", `{"payload":{"a":${"[".repeat(40)}`],
  ])("refuses %s", (_, text) => {
    expect(() => findPayload(text)).toThrow(RangeError)
  })

  it("takes time proportional to the text, whatever it is made of", () => {
    const hostile = [
      `{"payload":{"a":"${'\\"'.repeat(400_000)}"}}`,
      `{"payload":{"a":"${"\\\\".repeat(400_000)}"}}`,
      `{"payload":{"a":[${'"\\n",'.repeat(150_000)}0]}}`,
    ]
    const start = performance.now()
    for (const text of hostile) findPayload(text)
    expect(performance.now() - start).toBeLessThan(5_000)
  })
})
