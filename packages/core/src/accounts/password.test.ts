import { describe, expect, it } from "vitest"
import { commonestPasswords } from "./commonest-passwords.ts"
import { isOverlong, normalPassword, passwordFault } from "./password.ts"

const ada = { username: "adalovelace", email: "countess@example.org" }

describe("passwordFault", () => {
  it.each([
    "8letters",
    "only small letters and spaces",
    "пароль-пароль",
    "🦆🦆🦆🦆🦆🦆🦢🦢",
    "x1".repeat(128),
    "Adalovelace!",
  ])("finds none in %s", (password) => expect(passwordFault(password, ada)).toBeUndefined())

  it.each([
    ["seven c", "8 to 256"],
    ["🦆🦢🦆🦢🦆🦢🦆", "8 to 256"],
    ["x1".repeat(128) + "x", "8 to 256"],
    ["AdaLovelace", "own name"],
    ["COUNTESS@example.org", "own name"],
    ["Countess", "own name"],
    ["PassWord123", "first"],
    ["........", "first"],
    ["ＰａｓｓＷｏｒｄ１", "first"],
  ])("finds one in %s", (password, fault) => expect(passwordFault(password, ada)).toContain(fault))
})

describe("the list of the commonest", () => {
  it("holds only what would pass otherwise, in lower case", () => {
    expect(commonestPasswords.size).toBeGreaterThan(100)
    for (const password of commonestPasswords) {
      expect(password).toBe(password.toLowerCase())
      expect(password.length, password).toBeGreaterThanOrEqual(8)
    }
  })
})

describe("normalPassword", () => {
  it("is the same however letters are composed", () =>
    expect(normalPassword("Zoe\u0308")).toBe(normalPassword("Zo\u00eb")))
  it("is not worth making of a text that is nobody's password", () => {
    expect(isOverlong("x".repeat(256))).toBe(false)
    expect(isOverlong("🦆".repeat(256))).toBe(false)
    expect(isOverlong("x".repeat(257))).toBe(true)
    expect(isOverlong("x".repeat(10_000_000))).toBe(true)
  })
})
