import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import { exchangeAnswerMaxBytes, readAnswer } from "./exchange.ts"

const whatever = { read: (body: unknown) => ({ body }) }
const whole = (body: Uint8Array) => ({ body, isCut: false })

describe("an answer that is content", () => {
  it("is any JSON that the exchange knows", () =>
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const body = Buffer.from(JSON.stringify(value))
        expect(readAnswer(whatever, whole(body))?.body).toEqual(JSON.parse(body.toString()))
      }),
    ))

  it.each([
    ["nothing", ""],
    ["text", "thank you"],
    ["half of it", '{"content":'],
    ["two values", "{} {}"],
  ])("is not %s", (_, text) => {
    expect(readAnswer(whatever, whole(Buffer.from(text)))).toBeUndefined()
  })

  it("is not in bytes that are no UTF-8", () => {
    expect(readAnswer(whatever, whole(Buffer.from([0x22, 0xff, 0x22])))).toBeUndefined()
  })

  it("is not the beginning of a longer one", () => {
    const body = Buffer.from(`"${"x".repeat(exchangeAnswerMaxBytes - 2)}"`)
    expect(readAnswer(whatever, whole(body))).toBeDefined()
    expect(readAnswer(whatever, { body, isCut: true })).toBeUndefined()
  })

  it("is not what the exchange does not know", () => {
    expect(readAnswer({ read: () => undefined }, whole(Buffer.from("{}")))).toBeUndefined()
  })
})
