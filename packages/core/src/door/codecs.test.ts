import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { decodeBase64url } from "./base64url.ts"
import { readInstant } from "./instant.ts"
import { encodeUtf8 } from "./utf8.ts"

describe("encodeUtf8", () => {
  it("agrees with TextEncoder on every well-formed text", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (text) =>
        Buffer.from(encodeUtf8(text)).equals(new TextEncoder().encode(text)),
      ),
    )
    expect(Buffer.from(encodeUtf8("a\u07ff\u0800\uffff\u{10000}\u{10ffff}z")).toString("hex")).toBe(
      "61dfbfe0a080efbfbff0908080f48fbfbf7a",
    )
  })

  it.each(["\ud800", "a\udc00", "\ud800\ud800", "\ud800x"])(
    "refuses the lone surrogate in %j",
    (text) => {
      expect(() => encodeUtf8(text)).toThrow(RangeError)
    },
  )
})

describe("decodeBase64url", () => {
  it("reads what Node writes", () => {
    fc.assert(
      fc.property(fc.uint8Array(), (bytes) =>
        Buffer.from(bytes).equals(
          decodeBase64url(Buffer.from(bytes).toString("base64url")) ?? new Uint8Array(1),
        ),
      ),
    )
  })

  it.each(["A", "AAAAA", "AB", "AAB", "AA==", "A+8", "A/8", " AAA", "AA\n"])(
    "refuses %j",
    (text) => {
      expect(decodeBase64url(text)).toBeNull()
    },
  )
})

describe("readInstant", () => {
  it("reads whole seconds and milliseconds in UTC", () => {
    expect(readInstant("2026-11-21T18:00:00Z")).toBe(Date.UTC(2026, 10, 21, 18))
    expect(readInstant("2026-11-21T18:00:00.250Z")).toBe(Date.UTC(2026, 10, 21, 18, 0, 0, 250))
    expect(readInstant("2024-02-29T00:00:00Z")).toBe(Date.UTC(2024, 1, 29))
  })

  it.each([
    "2026-02-30T00:00:00Z",
    "2026-02-29T00:00:00Z",
    "2026-13-01T00:00:00Z",
    "2026-11-21T24:00:00Z",
    "2026-11-21T18:00:00+01:00",
    "2026-11-21T18:00:00",
    "2026-11-21",
    "",
  ])("refuses %j", (text) => {
    expect(readInstant(text)).toBeNaN()
  })
})
