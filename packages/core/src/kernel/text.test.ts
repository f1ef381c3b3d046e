import { describe, expect, it } from "vitest"
import { isPlainJson, isPlainText } from "./text.ts"

describe("isPlainText", () => {
  it.each(["", "Ada", "日本", "👩‍🚀", "tab\tline\n"])("takes %j", (text) => expect(isPlainText(text)).toBe(true))
  it.each(["a\u0000b", "\ud800", "x\udc00y"])("refuses %j", (text) => expect(isPlainText(text)).toBe(false))
})

describe("isPlainJson", () => {
  it("looks at every text and name, however deep", () => {
    expect(isPlainJson({ a: [1, null, { b: "ok" }], c: true })).toBe(true)
    expect(isPlainJson({ a: [{ b: "\u0000" }] })).toBe(false)
    expect(isPlainJson({ "\ud800": 1 })).toBe(false)
  })
})
