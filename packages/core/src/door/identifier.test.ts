import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { normaliseCardIdentifier, readTap } from "./identifier.ts"

describe("normaliseCardIdentifier", () => {
  it.each([
    ["04a1b2c3", "04A1B2C3"],
    ["  04A1 \r\n", "04A1"],
    ["\\00000104a1", "04A1"],
    ["]Q304A1", "04A1"],
    ["]q304a1", "04A1"],
    [" ]C1 \\000026 ]Q3 04A1\u001d", "04A1"],
    ["04\u001dA1\u0000", "04A1"],
    ["\ufeff04A1\u00a0", "04A1"],
    ["ab+c-d/e=", "AB+C-D/E="],
    ["04 A1", "04 A1"],
    ["]Q3", ""],
    ["A]Q3", "A]Q3"],
  ])("turns %j into %j", (read, expected) => {
    expect(normaliseCardIdentifier(read)).toBe(expected)
  })

  it("changes nothing the second time", () => {
    const noise = fc.constantFrom(
      "]Q3",
      "]q",
      "\\000001",
      "\\00",
      " ",
      "\t",
      "\u001d",
      "a",
      "Z9",
      "ß",
      "]",
      "\u0085",
      "\ufeff",
    )
    const text = fc.oneof(
      fc.string({ unit: "binary" }),
      fc.array(noise).map((parts) => parts.join("")),
    )
    fc.assert(
      fc.property(text, (read) => {
        const once = normaliseCardIdentifier(read)
        expect(normaliseCardIdentifier(once)).toBe(once)
      }),
      { numRuns: 2000 },
    )
  })
})

describe("readTap", () => {
  const wallet = `sy1${"q".repeat(38)}`

  it("tells wallets, links and cards apart", () => {
    expect(readTap(" 04a1 ")).toEqual({ type: "card", value: "04A1" })
    expect(readTap(wallet.toUpperCase())).toEqual({ type: "wallet", value: wallet })
    expect(readTap(`t${wallet}`)).toEqual({ type: "wallet", value: `t${wallet}` })
    expect(readTap("https://example.org/l/AbC")).toEqual({
      type: "link",
      value: "https://example.org/l/AbC",
    })
  })

  it("takes a typed identifier at its word and keeps what is not a card or a wallet", () => {
    expect(readTap({ type: "card", value: wallet })).toEqual({
      type: "card",
      value: wallet.toUpperCase(),
    })
    expect(readTap({ type: "wallet", value: " SY1ABC " })).toEqual({
      type: "wallet",
      value: "sy1abc",
    })
    expect(readTap({ type: "username", value: "Anna" })).toEqual({
      type: "username",
      value: "Anna",
    })
  })

  it.each([
    null,
    undefined,
    7,
    "",
    " ]Q3 ",
    {},
    { type: "card" },
    { type: "row", value: "1" },
    { type: "card", value: 1 },
  ])("reads nothing from %j", (presented) => {
    expect(readTap(presented)).toBeNull()
  })
})
