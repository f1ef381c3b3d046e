import * as fc from "fast-check"
import { expect, it } from "vitest"
import { readJsonText } from "./json-text.ts"

it.each([
  ["nothing", ""],
  ["half an object", '{"a":'],
  ["two values", "1 2"],
])("%s is not JSON", (_, text) => {
  expect(readJsonText(text)).toEqual({ fault: "not_json" })
})

it.each([
  ["plainly", '{"a":1,"a":1}'],
  ["spelled apart", '{"a":1,"\\u0061":2}'],
  ["deep inside", '[{"b":[{"a":1,"a":2}]}]'],
  ["beside a text with colons and quotation marks", '{"a":"\\\\\\":","b":1,"b":1}'],
  ["that has a special meaning", '{"__proto__":1,"__proto__":2}'],
])("a member named twice, %s, is refused", (_, text) => {
  expect(readJsonText(text)).toEqual({ fault: "member_twice" })
})

it("counts levels of objects and of lists", () => {
  const nested = (levels: number) => `${"[".repeat(levels)}${"]".repeat(levels)}`
  expect(readJsonText(nested(32))).toHaveProperty("value")
  expect(readJsonText(nested(33))).toEqual({ fault: "too_deep" })
  expect(readJsonText('{"a":{"b":1}}', 2)).toHaveProperty("value")
  expect(readJsonText('{"a":{"b":{}}}', 2)).toEqual({ fault: "too_deep" })
})

it("every JSON text that a serialiser writes is read as it was", () => {
  fc.assert(
    fc.property(fc.json({ maxDepth: 8 }), (text) => {
      expect(readJsonText(text)).toEqual({ value: JSON.parse(text) })
    }),
  )
})

it("a member that is written once more is noticed, wherever it stands", () => {
  fc.assert(
    fc.property(fc.string(), fc.jsonValue({ maxDepth: 4 }), (name, value) => {
      const [key, text] = [JSON.stringify(name), JSON.stringify(value)]
      expect(readJsonText(`[{${key}:${text}}]`)).toHaveProperty("value")
      expect(readJsonText(`[{${key}:${text},${key}:0}]`)).toEqual({ fault: "member_twice" })
    }),
  )
})
