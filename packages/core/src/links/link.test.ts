import { describe, expect, it } from "vitest"
import { canonicalLink, linkTokenIn, linkUrlOf } from "./link.ts"

const token = `${"aB3_-".repeat(8)}xyz`
const base = "https://club.example/members"

describe("a link in an identifier", () => {
  it.each([
    token,
    ` ${token}\r\n`,
    linkUrlOf(base, token),
    `HTTPS://CLUB.example:443/members/l/${token}`,
    `${linkUrlOf(base, token)}#top`,
  ])("%s is read", (text) => {
    expect(linkTokenIn(text, base)).toBe(token)
  })

  it.each([
    "",
    token.slice(1),
    `${token}x`,
    `${token.slice(1)}.`,
    `https://other.example/members/l/${token}`,
    `http://club.example/members/l/${token}`,
    `https://club.example:8443/members/l/${token}`,
    `https://club.example/l/${token}`,
    `https://club.example@evil.example/members/l/${token}`,
    `https://club.example/members/l/${token}/`,
    `https://club.example/members/l/${token}?x=1`,
    `https://club.example/members/l/a/../${token}x`,
    `https://me@club.example/members/l/${token}`,
    `/l/${token}`,
  ])("%s is none", (text) => {
    expect(linkTokenIn(text, base)).toBeUndefined()
  })

  it("has one spelling", () => {
    expect(canonicalLink(linkUrlOf(base, token))).toBe(token)
    expect(canonicalLink(token)).toBe(token)
  })
})
