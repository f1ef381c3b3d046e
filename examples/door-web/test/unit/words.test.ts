import type { ConnectedVerdict } from "@symbolon/door-offline/connected"
import { describe, expect, it } from "vitest"
import { pairingLink, readSetup, readSetupLink, setupLink } from "../../src/provisioning.ts"
import { shortName, span, wordsFor } from "../../src/words.ts"

const verdict = (change: Partial<ConnectedVerdict>): ConnectedVerdict => ({
  decision: "blocked",
  blocked_reason: null,
  undetermined_reason: null,
  error_code: null,
  wallet_address: null,
  reentry: false,
  seat: "none",
  details: {},
  by: "service",
  is_repeat: false,
  at: 0,
  tap: { type: "card", value: "04A1" },
  idempotency_key: "k",
  ...change,
})

describe("the words", () => {
  it("tell a re-entry from a first time", () => {
    expect(wordsFor(verdict({ decision: "admitted", reentry: true }))).toMatchObject({
      kind: "reentry",
      word: "Welcome back",
    })
    expect(wordsFor(verdict({ decision: "admitted", seat: "ticket" }))).toMatchObject({
      kind: "admitted",
      reason: "Ticket",
    })
  })

  it("give a reason that is not known as a refusal, never as a yes", () => {
    expect(wordsFor(verdict({ blocked_reason: "of_next_year" }))).toMatchObject({
      kind: "blocked",
      reason: expect.stringContaining("without a known reason"),
    })
  })

  it("tell the time that a refusal is about", () => {
    const late = {
      blocked_reason: "checkin_not_started",
      details: { opens_at: "2026-11-21T18:30:00.000Z" },
    }
    expect(wordsFor(verdict(late)).reason).toMatch(/has not begun. It opens at \d/)
  })

  it("shorten what is long, and count down", () => {
    expect(shortName(verdict({ tap: { type: "wallet", value: `sy1${"q".repeat(38)}` } }))).toBe(
      `…${"q".repeat(8)}`,
    )
    expect([span(null), span(0), span(59), span(600), span(40_000)]).toEqual([
      "none",
      "ended",
      "59 s left",
      "10 min left",
      "11 h left",
    ])
  })
})

describe("a setup link", () => {
  it("is read as it was written, with everything behind the #", () => {
    const provision = {
      baseUrl: "https://club.example",
      session: "evening",
      token: "a.b.c",
      name: "Pier & Hall",
    }
    const link = setupLink("https://door.example/", provision)
    expect(readSetupLink(link)).toEqual(provision)
    expect(new URL(link).search).toBe("")
  })

  it("holds a pairing code instead of a token, and is short", () => {
    const link = pairingLink("https://door.example/", "7KPQ-4GHJ")
    expect(readSetupLink(link)).toEqual({ code: "7KPQ4GHJ" })
    expect(link.length).toBeLessThan(40)
    expect([readSetup("7kpq 4ghj"), readSetup(link)]).toEqual([
      { code: "7KPQ4GHJ" },
      { code: "7KPQ4GHJ" },
    ])
    // A card may be spelt like a code: at the door only a link is a setup.
    expect(readSetupLink("7KPQ-4GHJ")).toBeUndefined()
  })

  it.each([
    "",
    "#",
    "https://door.example/#pair=7KPQ-4GH",
    "04A1",
    "https://door.example/#base=javascript:alert(1)&session=a&token=b",
    "https://door.example/#base=https://a.example&session=a",
  ])("is none: %s", (text) => expect(readSetupLink(text)).toBeUndefined())
})
