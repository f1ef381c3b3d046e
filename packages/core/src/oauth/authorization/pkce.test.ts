import { describe, expect, it } from "vitest"
import { answersChallenge, isCodeChallenge, isCodeVerifier } from "./pkce.ts"

// RFC 7636 appendix B.
const verifier = "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk"
const challenge = "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM"

describe("PKCE", () => {
  it("takes the verifier of RFC 7636 appendix B", () =>
    expect(answersChallenge(verifier, challenge)).toBe(true))
  it.each([
    ["another verifier", `${verifier.slice(0, -1)}X`],
    ["the challenge itself, as `plain` would have it", challenge],
    ["none", ""],
  ])("refuses %s", (_, supplied) => expect(answersChallenge(supplied, challenge)).toBe(false))
  it.each([
    [42, false],
    [43, true],
    [128, true],
    [129, false],
  ])("a verifier of %i characters: %s", (length, expected) =>
    expect(isCodeVerifier("a".repeat(length))).toBe(expected),
  )
  it.each(["+", "/", "=", " ", "ü", "\n"])("a verifier holds no %j", (character) =>
    expect(isCodeVerifier("a".repeat(43) + character)).toBe(false),
  )
  it("a challenge is 43 characters of base64url", () => {
    expect(isCodeChallenge(challenge)).toBe(true)
    expect(isCodeChallenge(`${challenge}A`)).toBe(false)
    expect(isCodeChallenge(`${challenge.slice(1)}=`)).toBe(false)
  })
})
