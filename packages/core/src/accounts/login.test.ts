import { describe, expect, it } from "vitest"
import {
  isSignedIn,
  isStale,
  type Login,
  loginIdleMs,
  loginLongestMs,
  signedInBy,
} from "./login.ts"

const from = Date.UTC(2026, 10, 21)
const at = (ms: number) => new Date(from + ms)
const login: Login = {
  tokenHash: "h",
  userUuid: "u",
  authTime: at(-5),
  amr: ["pwd"],
  createdAt: at(0),
  seenAt: at(0),
  endedAt: undefined,
}

describe("a login", () => {
  it("lives until it is idle for too long, too old, or ended", () => {
    expect(isSignedIn(login, at(loginIdleMs - 1))).toBe(true)
    expect(isSignedIn(login, at(loginIdleMs))).toBe(false)
    const busy = { ...login, seenAt: at(loginLongestMs - 10) }
    expect(isSignedIn(busy, at(loginLongestMs - 1))).toBe(true)
    expect(isSignedIn(busy, at(loginLongestMs))).toBe(false)
    expect(isSignedIn({ ...login, endedAt: at(1) }, at(1))).toBe(false)
  })

  it("is worth noting once a minute", () => {
    expect(isStale(login, at(59_999))).toBe(false)
    expect(isStale(login, at(60_000))).toBe(true)
  })

  it.each([
    [["pwd"], "1"],
    [["hwk", "user"], "2"],
    [["pwd", "mfa"], "2"],
    [["user"], "1"],
  ])("by %j is of strength %s", (amr, acr) =>
    expect(signedInBy({ ...login, amr })).toEqual({
      userUuid: "u",
      authTime: at(-5),
      amr,
      acr,
      proof: { kind: "login", digest: login.tokenHash },
    }),
  )
})
