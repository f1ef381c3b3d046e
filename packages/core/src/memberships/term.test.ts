import { describe, expect, it } from "vitest"
import { addDays, addTerms } from "./term.ts"

const at = (text: string) => new Date(text)

describe("addTerms", () => {
  it.each([
    ["2026-01-31T10:00:00Z", "monthly", 1, "UTC", "2026-02-28T10:00:00.000Z"],
    ["2026-01-31T10:00:00Z", "monthly", 2, "UTC", "2026-03-31T10:00:00.000Z"],
    ["2024-02-29T10:00:00Z", "yearly", 1, "UTC", "2025-02-28T10:00:00.000Z"],
    ["2024-02-29T10:00:00Z", "yearly", 4, "UTC", "2028-02-29T10:00:00.000Z"],
    ["2026-11-21T00:00:00Z", "weekly", 2, "Asia/Manila", "2026-12-05T00:00:00.000Z"],
    // 12:00 in Berlin on both sides of the change to summer time.
    ["2026-03-15T11:00:00Z", "monthly", 1, "Europe/Berlin", "2026-04-15T10:00:00.000Z"],
  ] as const)("%s + %s x%i in %s", (anchor, interval, count, zone, expected) =>
    expect(addTerms(at(anchor), interval, count, zone)?.toISOString()).toBe(expected),
  )
  it("has no terms for one_time", () => expect(addTerms(at("2026-01-01T00:00:00Z"), "one_time", 1, "UTC")).toBeUndefined())
})

describe("addDays", () => {
  it.each([
    ["2026-12-21T15:42:00Z", 7, "Asia/Manila", "2026-12-28T15:42:00.000Z"],
    ["2026-03-25T11:00:00Z", 7, "Europe/Berlin", "2026-04-01T10:00:00.000Z"],
  ])("%s + %i days in %s", (from, days, zone, expected) => expect(addDays(at(from), days, zone).toISOString()).toBe(expected))
})
