import { describe, expect, it } from "vitest"
import { isOneLine, isPlainText, isProse, isUri, isWebAddress } from "./text.ts"

describe("isPlainText", () => {
  it.each(["", "Ada", "日本", "👩‍🚀", "tab\tline\n"])("takes %j", (text) =>
    expect(isPlainText(text)).toBe(true),
  )
  it.each(["a\u0000b", "\ud800", "x\udc00y"])("refuses %j", (text) =>
    expect(isPlainText(text)).toBe(false),
  )
})

/** Every character that Unicode calls Bidi_Control, counted below so that none is forgotten. */
const bidiControls = Array.from({ length: 0x11_0000 }, (_, code) => code)
  .filter((code) => code < 0xd800 || code > 0xdfff)
  .map((code) => String.fromCodePoint(code))
  .filter((character) => /\p{Bidi_Control}/u.test(character))

describe("isOneLine", () => {
  it.each([
    "",
    "Ada",
    "日本",
    "שלום עולם",
    "مرحبا",
    "می\u200cخواهم",
    "क्\u200dष",
    "👩\u200d👩\u200d👧",
    "❤\ufe0f",
    "7",
    "-",
    "🏴\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f}",
  ])("takes %j", (text) => expect(isOneLine(text)).toBe(true))
  it("refuses each of the characters that turn the direction of text", () => {
    expect(bidiControls).toHaveLength(12)
    expect(bidiControls.filter((control) => isOneLine(`a${control}b`))).toEqual([])
  })
  it.each([
    " ",
    "\u200b",
    "\u2060",
    "\ufeff",
    "\u200b \u200d",
    "\u00ad",
    "\u3164",
    "\u115f",
    "\u2800",
    "\u00a0\u3000",
    "\ufe0f",
    "\u{e0001}",
    "\u0600",
  ])("refuses %j, in which nothing can be seen", (text) => expect(isOneLine(text)).toBe(false))
  it.each(["a\nb", "a\tb", "a\u0085b", "a\u2028b", "\u001b[31mred"])("refuses %j", (text) =>
    expect(isOneLine(text)).toBe(false),
  )
})

describe("isProse", () => {
  it.each(["", " ", "\n", "a\r\n\tb", "שלום \u200f", "a\u2028b"])("takes %j", (text) =>
    expect(isProse(text)).toBe(true),
  )
  it.each(["a\u202eb", "a\u2066b", "a\u0007b"])("refuses %j", (text) =>
    expect(isProse(text)).toBe(false),
  )
})

describe("isUri", () => {
  it.each([
    "urn:uuid:01a2b3c4-d5e6-4f70-8a9b-0c1d2e3f4a5b",
    "urn:uuid:01a2b3c4-d5e6-4f70-8a9b-0c1d2e3f4a5b#0",
    "did:web:club.example:badges",
    "tag:club.example,2026:sail",
    "https://club.example/badges/1?v=2#a",
    "https://клуб.рф/",
    "x-club:%7Ba%7D",
  ])("takes %j", (text) => expect(isUri(text)).toBe(true))
  it.each([
    "",
    "sail",
    "/badges/1",
    "//club.example/1",
    "urn:",
    "urn:a b",
    "urn:a%2",
    "urn:a#b#c",
    "urn:ä",
    "urn:a\u202eb",
    "1urn:a",
    "https:bank.example",
    "https://bank.example@evil.example/",
    "javascript:alert(1)",
    "JavaScript:alert(1)",
    "data:text/html,x",
    "vbscript:x",
    "blob:https://x.example/1",
    "file:///etc/passwd",
    "view-source:https://x.example/",
  ])("refuses %j", (text) => expect(isUri(text)).toBe(false))
})

describe("isWebAddress", () => {
  it.each([
    "https://club.example",
    "http://club.example:8080/a?b=@c#d",
    "https://клуб.рф/",
    "https://club.example/@ada",
    "https://fa.example/سلام",
  ])("takes %j", (text) => expect(isWebAddress(text)).toBe(true))
  it.each([
    "https://bank.example@evil.example/",
    "https://bank.example:443@evil.example/",
    "https://@evil.example/",
    "https://:@evil.example/",
    "https:bank.example@evil.example",
    "https:///bank.example@evil.example",
    "https://x.example/a b",
    "https://x.example/\u00a0",
    "https://x.example\\@evil.example",
    "https://x.exa\tmple/",
    "https://x.example/\u0007",
    "https://x.example/\u200b",
    "https://x.example/\ufeff",
    "https://fa.example/می\u200cخواهم",
    "https://x.exa\u00admple/",
    "https://x.example/\u3164",
    "https://x.example/\u2800",
    "\u0001https://x.example/",
    "javascript:alert(1)",
    "//x.example",
    "https://",
  ])("refuses %j", (text) => expect(isWebAddress(text)).toBe(false))
  it("refuses each of the characters that turn the direction of text", () =>
    expect(
      bidiControls.filter((control) => isWebAddress(`https://x.example/${control}gpj.exe`)),
    ).toEqual([]))
})
