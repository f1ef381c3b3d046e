import { describe, expect, it } from "vitest"
import { blocksFault } from "./app-blocks.ts"
import { isCssValue, isLink } from "./text.ts"

describe("an address to follow", () => {
  it.each([
    "https://ada.test/",
    "http://ada.test/a?b#c",
    "mailto:ada@ada.test",
    "mailto:ada@ada.test?subject=Hi",
    "tel:+44123",
    "TEL:112",
  ])("may be %j", (good) => expect(isLink(good)).toBe(true))
  it.each([
    "javascript:alert(1)",
    "JaVaScRiPt:alert(1)",
    " https://ada.test/",
    "java\tscript:alert(1)",
    "data:text/html,x",
    "vbscript:x",
    "file:///etc",
    "//evil.test",
    "ada.test",
    "https://ada.test@evil.test/",
    "mailto:",
    "mailto:a b@c.test",
    "mailto:a@c.test\nbcc:x@y.test",
    "mailto:a@b.test?x=\u202e",
    "tel:javascript",
    "tel:",
    "",
  ])("is not %j", (bad) => expect(isLink(bad)).toBe(false))
})

describe("the value of a CSS property", () => {
  it.each([
    "red",
    "#fff",
    "linear-gradient(90deg, #000 0%, rgba(0, 0, 0, 0.5) 100%)",
    "url(https://ada.test/a.png)",
    'url("https://ada.test/a.png") center / cover no-repeat',
    "center top",
    "",
  ])("may be %j", (good) => expect(isCssValue(good)).toBe(true))
  it.each([
    "url(javascript:alert(1))",
    "url(data:image/svg+xml,x)",
    "url( 'javascript:x' )",
    "url(//evil.test/a)",
    "URL(file:///x)",
    "url(https://ok.test/a), url(data:x)",
    "u\\72l(javascript:x)",
    'image-set("data:x" 1x)',
    "-webkit-image-set(x)",
    "expression(alert(1))",
    "var(--x)",
    "red; background: url(x)",
    "red } body { color: red",
    "</style><script>",
    "red /* x",
    "@import x",
    "red\nblue",
    "red\u0007",
    'url("https://ada.test/a" x)',
  ])("is not %j", (bad) => expect(isCssValue(bad)).toBe(false))
})

describe("the blocks of an app", () => {
  it.each([
    [{ type: "text", text: "Note: see javascript for cats" }],
    [{ url: "https://ada.test/", nested: [{ href: "mailto:a@b.test" }] }],
    [{ imageUrl: "" }],
    [{ curl: "wavy", x: 1, y: null, z: true }],
  ])("may be %j", (good) => expect(blocksFault([good], 1000)).toBeUndefined())
  it.each([
    [{ url: "javascript:alert(1)" }],
    [{ imageUrl: "data:x" }],
    [{ image_url: "ftp://x.test/" }],
    [{ href: ["https://ok.test/", "//evil.test"] }],
    [{ deep: [{ deeper: { src: "ada.test" } }] }],
    [{ text: " java\nscript:alert(1)" }],
    [{ text: "\u0001javascript:alert(1)" }],
    [{ text: "a\u0000" }],
    [{ "bad\ud800": 1 }],
    [{ text: "x".repeat(1000) }],
  ])("are not %j", (bad) =>
    expect(blocksFault([bad], 1000)).toEqual({
      path: expect.any(Array),
      message: expect.any(String),
    }),
  )
  it("name the place of what is wrong", () => {
    const bad = [{}, { deep: [{ src: "ada.test" }] }]
    expect(blocksFault(bad, 1000)).toMatchObject({ path: [1, "deep", 0, "src"] })
    expect(blocksFault([{ a: "x".repeat(1000) }], 1000)).toMatchObject({ path: [] })
  })
})
