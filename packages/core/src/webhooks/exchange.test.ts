import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import { boundedErrors, exchangeAnswerMaxBytes, readAnswer } from "./exchange.ts"

const whatever = { read: (body: unknown) => ({ value: body }) }
const notJson = { errors: { _root: "is not JSON in UTF-8" } }
const whole = (body: Uint8Array) => ({ body, isCut: false })

describe("an answer that is content", () => {
  it("is any JSON that the exchange knows", () =>
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const body = Buffer.from(JSON.stringify(value))
        expect(readAnswer(whatever, whole(body))).toEqual({ value: JSON.parse(body.toString()) })
      }),
    ))

  it.each([
    ["nothing", ""],
    ["text", "thank you"],
    ["half of it", '{"content":'],
    ["two values", "{} {}"],
  ])("is not %s", (_, text) => {
    expect(readAnswer(whatever, whole(Buffer.from(text)))).toEqual(notJson)
  })

  it("is not in bytes that are no UTF-8", () => {
    expect(readAnswer(whatever, whole(Buffer.from([0x22, 0xff, 0x22])))).toEqual(notJson)
  })

  it("is not one whose parts could be read in two ways, or that nests too deep", () => {
    const read = (text: string) => readAnswer(whatever, whole(Buffer.from(text)))
    expect(read('{"content":1,"content":2}')).toEqual({
      errors: { _root: "contains a member twice" },
    })
    expect(read("[".repeat(33) + "]".repeat(33))).toEqual({
      errors: { _root: "is nested deeper than 32 levels" },
    })
  })

  it("is not the beginning of a longer one", () => {
    const body = Buffer.from(`"${"x".repeat(exchangeAnswerMaxBytes - 2)}"`)
    expect(readAnswer(whatever, whole(body))).toHaveProperty("value")
    expect(readAnswer(whatever, { body, isCut: true })).toEqual({
      errors: { _root: "is longer than 1048576 bytes" },
    })
  })

  it("is not what the exchange does not know", () => {
    const refusing = { read: () => ({ errors: { content: "is required" } }) }
    expect(readAnswer(refusing, whole(Buffer.from("{}")))).toEqual({
      errors: { content: "is required" },
    })
  })
})

describe("errors of an answer", () => {
  it("are as many and as long as are kept", () => {
    const many = Object.fromEntries(
      Array.from({ length: 30 }, (_, n) => [`${n} ${"x".repeat(300)}`, "y".repeat(300)]),
    )
    const kept = Object.entries(boundedErrors(many))
    expect(kept).toHaveLength(20)
    expect(kept[19]).toEqual([`19 ${"x".repeat(197)}`, "y".repeat(200)])
  })

  it("can be stored and shown, whatever the names of members are", () =>
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), fc.string({ unit: "binary" }), (name, message) => {
        for (const text of Object.entries(boundedErrors({ [name]: message })).flat()) {
          expect(text.isWellFormed()).toBe(true)
          expect(text).not.toMatch(/[\p{Cc}\p{Cf}]/u)
          expect(text.length).toBeLessThanOrEqual(200)
        }
      }),
    ))

  it("have no half of a character", () => {
    expect(boundedErrors({ a: `${"x".repeat(199)}\u{1f600}` })).toEqual({
      a: `${"x".repeat(199)}\ufffd`,
    })
    expect(boundedErrors({ "a\u0000\u202e": "b" })).toEqual({ "a\ufffd\ufffd": "b" })
  })
})
