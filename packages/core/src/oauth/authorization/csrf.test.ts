import { describe, expect, it } from "vitest"
import { csrfToken, isDecisionToken, isSignInToken } from "./csrf.ts"

const [browser, challenge] = ["sy_br_1", "sy_ch_1"]
const atSignIn = csrfToken(browser, challenge, undefined)
const forAda = csrfToken(browser, challenge, "ada")

describe("the token of a form", () => {
  it("is good for the person it was drawn for", () =>
    expect(isDecisionToken(forAda, browser, challenge, "ada")).toBe(true))
  it.each([
    ["another person", () => isDecisionToken(forAda, browser, challenge, "ben")],
    ["another browser", () => isDecisionToken(forAda, "sy_br_2", challenge, "ada")],
    ["another request", () => isDecisionToken(forAda, browser, "sy_ch_2", "ada")],
    [
      "a decision, when it was drawn for a sign-in",
      () => isDecisionToken(atSignIn, browser, challenge, "ada"),
    ],
    ["nobody", () => isDecisionToken("", browser, challenge, "ada")],
  ])("is not good for %s", (_, isGood) => expect(isGood()).toBe(false))
  it("lets somebody who is signed in sign in as somebody else", () => {
    expect(isSignInToken(atSignIn, browser, challenge, undefined)).toBe(true)
    expect(isSignInToken(atSignIn, browser, challenge, "ada")).toBe(true)
    expect(isSignInToken(forAda, browser, challenge, "ada")).toBe(true)
    expect(isSignInToken(forAda, browser, challenge, undefined)).toBe(false)
  })
})
