import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { isSlug, slugOf, withSuffix } from "./slug.ts"

describe("slugOf", () => {
  it.each([
    ["Harbour Club", "harbour-club"],
    ["  Café  Ñandú!! ", "cafe-nandu"],
    ["A--B", "a-b"],
    ["東京", ""],
  ])("%s becomes %s", (name, slug) => expect(slugOf(name)).toBe(slug))

  it("with a suffix is a slug, whatever the name", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme", maxLength: 120 }), (name) =>
        isSlug(withSuffix(slugOf(name), "k3x9p2")),
      ),
    )
  })
})

describe("isSlug", () => {
  it.each([
    "ab",
    "-abc",
    "abc-",
    "a--b",
    "Abc",
    "me",
    "files",
    "0189b6f0-1111-7111-8111-000000000000",
    "x".repeat(81),
  ])("refuses %s", (text) => expect(isSlug(text)).toBe(false))
  it.each(["abc", "a-b", "gala-2026", "x".repeat(80)])("takes %s", (text) =>
    expect(isSlug(text)).toBe(true),
  )
})
